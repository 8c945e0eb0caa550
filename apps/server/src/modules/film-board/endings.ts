import { transact } from '../../platform/after-commit.ts';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import { reminderDue } from './policy.ts';
import * as store from './store.ts';

export interface Endings {
  /** Ends what a registration opens, in the caller's transaction, which has locked it and was begun by `transact`. */
  end(tx: Db, id: string, change: { status?: 'lapsed' | 'withdrawn'; x18_exemption: false }): Promise<void>;
  tasks: JobTask[];
}

export const lapseKind = jobKind('film-board.lapse', { maxAttempts: 3 });
export const remindKind = jobKind('film-board.remind', { maxAttempts: 3 });

export function createEndings(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  notify: Notify;
  /** Hides what relies on a registration's exemption, or puts it under another one of its creator. */
  exemptionEnded(tx: Db, registrationId: string): Promise<void>;
}): Endings {
  const { clock, notify } = deps;
  const { db } = deps.database;

  const end: Endings['end'] = async (tx, id, change) => {
    await deps.exemptionEnded(tx, id);
    // A publication under it that was running has committed now: its item goes too.
    await store.lockAgainstUse(tx, id);
    await deps.exemptionEnded(tx, id);
    await store.update(tx, id, {
      ...change,
      x18_proposed_by: null,
      x18_proposed_at: null,
      x18_confirmed_by: null,
      x18_confirmed_at: null,
    });
  };

  async function lapse(): Promise<void> {
    const today = johannesburgDay(clock.now());
    for (const id of await store.listEnded(db, today))
      await transact(db, async (tx) => {
        const row = await store.lock(tx, id);
        if (row?.status !== 'approved' || !row.valid_until || row.valid_until >= today) return;
        await end(tx, id, { status: 'lapsed', x18_exemption: false });
        // A renewal has taken its place.
        if (!row.profile_id || (await store.findHolding(tx, row.profile_id, today))) return;
        await notify(tx, {
          kind: 'registration_lapsed',
          to: { profileId: row.profile_id },
          key: `registration_lapsed:${id}`,
          targetId: id,
        });
      }).catch((error) =>
        deps.logger.error('a registration did not lapse', { registrationId: id, ...errorFields(error) }),
      );
  }

  async function remind(): Promise<void> {
    const today = johannesburgDay(clock.now());
    const { reminder_days: reminderDays } = await store.getTerms(db);
    for (const ending of await store.listEnding(db, today, Math.max(...reminderDays)))
      await db.transaction().execute(async (tx) => {
        const row = await store.lock(tx, ending.id);
        const days = row && reminderDue({ ...ending, remindedDays: row.reminded_days }, reminderDays);
        if (row?.status !== 'approved' || !row.profile_id || !row.valid_until || !days) return;
        await store.update(tx, row.id, { reminded_days: days });
        const latest = await store.findLatest(tx, row.profile_id);
        // A renewal waits already, or holds for longer.
        if (latest && latest.id !== row.id && latest.status !== 'refused') return;
        await notify(tx, {
          kind: 'registration_ending',
          to: { profileId: row.profile_id },
          key: `registration_ending:${row.id}:${days}`,
          targetId: row.id,
          subject: row.valid_until,
        });
      });
  }

  return {
    end,
    tasks: [jobTask(lapseKind, lapse, { cron: '*/5 * * * *' }), jobTask(remindKind, remind, { cron: '20 5 * * *' })],
  };
}
