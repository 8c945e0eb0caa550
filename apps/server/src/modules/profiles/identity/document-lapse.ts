import { documentWaitDays } from '@vlam/contract/profiles-identity';
import { documentUntil, renewNoticeDays } from '@vlam/contract/rules/identity-level';
import { transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';
import type { Notify } from '../../../platform/notices.ts';
import type { OperatorSettings } from '../../../platform/operator-settings.ts';
import type { AgeVerificationService } from '../../age-verification/service.ts';
import { lockByAccount } from '../store.ts';
import * as store from './document-store.ts';

const lapseKind = jobKind('profiles.documents.lapse', { maxAttempts: 3 });
const remindKind = jobKind('profiles.documents.remind', { maxAttempts: 3 });
const dayMs = 86_400_000;
/** Days before the level falls at which a member is reminded once more. */
const lastDays = 7;
/** Days that a reminder may come late, for a server that was down. */
const lateDays = 3;

/**
 * Asks members for their document again before the review of the last one expires, and lets the level fall when it
 * does. Deletes documents that no one decided in time.
 */
export function createDocumentLapse(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  notify: Notify;
  settings: Pick<OperatorSettings, 'get'>;
  ageVerification: Pick<AgeVerificationService, 'withdrawDocument'>;
}): JobTask[] {
  const { clock } = deps;
  const { db } = deps.database;

  const act = (accountId: string, days: number): Promise<void> =>
    transact(db, async (tx) => {
      const seenAt = (await lockByAccount(tx, accountId))?.identity_checked_at;
      // Another document was checked since, or the last check was withdrawn.
      if (!seenAt) return;
      const until = documentUntil(seenAt, days).getTime();
      const left = until - clock.now().getTime();
      if (left > renewNoticeDays * dayMs) return;
      const isOver = left <= 0;
      if (isOver) await deps.ageVerification.withdrawDocument(tx, accountId, { opened: false });
      const step = isOver ? 'lapsed' : left <= lastDays * dayMs ? 2 : 1;
      await deps.notify(tx, {
        kind: isOver ? 'document_lapsed' : 'document_ending',
        to: { accountId },
        // Once for each step of one review of a document.
        key: `identity_document:${accountId}:${seenAt.getTime()}:${step}`,
      });
    });

  async function actOnEach(span: { from?: Date; to: Date }, days: number): Promise<void> {
    for (const accountId of await store.listSeenBetween(db, span))
      await act(accountId, days).catch((error) =>
        deps.logger.error('the end of a look at a document was not handled', { accountId, ...errorFields(error) }),
      );
  }
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);

  async function lapse(): Promise<void> {
    await store.endWaiting(db, { sentBefore: daysAgo(documentWaitDays) }, 'expired');
    const days = await deps.settings.get('documentDays');
    await actOnEach({ to: daysAgo(days) }, days);
  }

  async function remind(): Promise<void> {
    const days = await deps.settings.get('documentDays');
    for (const before of [renewNoticeDays, lastDays]) {
      const due = days - before;
      await actOnEach({ from: daysAgo(due + lateDays), to: daysAgo(due) }, days);
    }
  }

  return [jobTask(lapseKind, lapse, { cron: '*/5 * * * *' }), jobTask(remindKind, remind, { cron: '52 * * * *' })];
}
