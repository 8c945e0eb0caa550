import { renewNoticeDays } from '@vlam/contract/rules/identity-level';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import { errorFields, type Logger } from '../../../platform/logger.ts';
import type { Notify } from '../../../platform/notices.ts';
import type { OperatorSettings } from '../../../platform/operator-settings.ts';
import type { Identity } from './identity.ts';
import * as store from './store.ts';

const remindKind = jobKind('profiles.agreements.remind', { maxAttempts: 3 });
const dayMs = 86_400_000;
/** Days before a level falls at which its creator is reminded once more. */
const lastDays = 7;

/** Asks creators to sign again: when it begins to matter, and once more shortly before their level falls. */
export function createAgreementReminders(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  notify: Notify;
  settings: Pick<OperatorSettings, 'get'>;
  readIdentity: Identity['readIdentity'];
  /** Creators who exchanged their bank account since a moment. */
  listBankChanges(on: Db, since: Date): Promise<string[]>;
}): JobTask {
  const { clock } = deps;
  const { db } = deps.database;

  async function remind(accountId: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const signed = await store.lockLatestAgreement(tx, accountId);
      const { agreement } = await deps.readIdentity(tx, accountId);
      if (!signed || agreement.state !== 'renew' || !agreement.until) return;
      const isLast = Date.parse(agreement.until) - clock.now().getTime() <= lastDays * dayMs;
      const wanted = isLast ? 2 : 1;
      if (signed.reminders >= wanted) return;
      await store.setReminders(tx, signed.id, wanted);
      await deps.notify(tx, {
        kind: 'agreement_ending',
        to: { accountId },
        key: `agreement_ending:${signed.id}:${wanted}`,
      });
    });
  }

  async function remindAll(): Promise<void> {
    const now = clock.now().getTime();
    const graceDays = await deps.settings.get('identityGraceDays');
    const due = await store.listDueToSign(db, {
      months: await deps.settings.get('identityMonths'),
      from: new Date(now + renewNoticeDays * dayMs),
      creators: await deps.listBankChanges(db, new Date(now - graceDays * dayMs)),
    });
    for (const accountId of due)
      await remind(accountId).catch((error) =>
        deps.logger.error('a creator was not asked to sign again', { accountId, ...errorFields(error) }),
      );
  }

  return jobTask(remindKind, remindAll, { cron: '40 5 * * *' });
}
