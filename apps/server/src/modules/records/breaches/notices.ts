import { transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Mailer } from '../../../platform/mailer.ts';
import type { Notify } from '../../../platform/notices.ts';
import { say, verbatim } from '../../../platform/words.ts';
import * as store from './store.ts';

export interface BreachNotices {
  /** Sends an approved notice to the accounts that were not notified yet, from a job of the caller's transaction. */
  send(tx: Db, noticeId: string): Promise<void>;
  /** What an account was notified of. */
  listTo(accountId: string): Promise<{ number: string; text: string; at: string }[]>;
  tasks: JobTask[];
}

export interface BreachNoticeDependencies {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  mailer: Pick<Mailer, 'queue'>;
  notify: Notify;
  /** Addresses of accounts; those that are gone are absent. */
  listEmails(on: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const sendKind = jobKind<{ noticeId: string }>('records.breach-notice');
const batchSize = 100;

/** Notifies the people an incident is about, in batches that commit: each person once, also when the job is killed. */
export function createBreachNotices(deps: BreachNoticeDependencies): BreachNotices {
  const { clock } = deps;
  const { db } = deps.database;

  async function sendBatch(tx: Db, notice: store.NoticeRow): Promise<number> {
    const accountIds = await store.takeWaiting(tx, notice, clock.now(), batchSize);
    const emails = await deps.listEmails(tx, accountIds);
    await deps.notify(
      tx,
      ...accountIds.map((accountId) => ({
        kind: 'breach' as const,
        to: { accountId },
        key: `breach:${notice.breach_id}`,
        targetId: notice.breach_id,
      })),
    );
    for (const to of emails.values())
      await deps.mailer.queue(tx, { to, subject: say`About your personal information`, text: verbatim(notice.text) });
    return accountIds.length;
  }

  return {
    send: (tx, noticeId) => deps.jobs.enqueue(tx, sendKind, { noticeId }, { key: `breach:${noticeId}` }),
    async listTo(accountId) {
      const rows = await store.listNoticesTo(db, accountId);
      return rows.flatMap(({ at, ...notice }) => (at ? [{ ...notice, at: at.toISOString() }] : []));
    },
    tasks: [
      jobTask(sendKind, async ({ noticeId }) => {
        const notice = await store.findNotice(db, noticeId);
        if (!notice?.is_approved) return;
        for (let sent = batchSize; sent === batchSize; ) sent = await transact(db, (tx) => sendBatch(tx, notice));
      }),
    ],
  };
}
