import type { takedownStatement } from '@vlam/contract/takedowns';
import type * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { Secrets } from './secrets.ts';
import * as store from './store.ts';

type Statement = z.output<typeof takedownStatement>;

export interface Statements {
  /** What was done about the viewer's files, newest first. */
  list(viewer: Viewer): Promise<Statement[]>;
  /** Throws `NOT_FOUND` for another's, `CONFLICT` for one that was answered, or is too old. */
  answer(viewer: Viewer, statementId: string, text: string): Promise<void>;
}

const listed = 50;

export function createStatements({
  database: { db },
  clock,
  secrets,
  settings,
}: {
  database: Database;
  clock: Clock;
  secrets: Secrets;
  settings: Pick<OperatorSettings, 'get'>;
}): Statements {
  const mayAnswer = (
    { effect, answered_at: answered, at }: Pick<store.StatementRow, 'effect' | 'answered_at' | 'at'>,
    days: number,
  ) => effect !== 'restored' && answered === null && at.getTime() + days * 86_400_000 > clock.now().getTime();
  return {
    async list(viewer) {
      const days = await settings.get('takedownAppealDays');
      return (await store.listStatements(db, viewer.accountId, listed)).map((row) => ({
        id: row.id,
        class: row.class as Statement['class'],
        effect: row.effect as Statement['effect'],
        isAutomatic: row.is_automatic,
        title: row.title,
        reason: secrets.open(row.case_id, row.reason_sealed),
        at: row.at.toISOString(),
        answer: secrets.open(row.case_id, row.answer_sealed),
        mayAnswer: mayAnswer(row, days),
      }));
    },
    async answer(viewer, statementId, text) {
      await db.transaction().execute(async (tx) => {
        const row = await store.lockStatement(tx, statementId, viewer.accountId);
        if (!row) throw new AppError('NOT_FOUND');
        if (!mayAnswer(row, await settings.get('takedownAppealDays', tx)))
          throw new AppError('CONFLICT', { message: 'This cannot be answered any more' });
        await store.answerStatement(tx, statementId, secrets.seal(row.case_id, text), clock.now());
      });
    },
  };
}
