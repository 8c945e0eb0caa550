import type { WeeklyPayout } from '@vlam/contract/payouts';
import { addDays, type Clock, johannesburgDay, startOfDay } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { Notify } from '../../platform/notices.ts';
import type { OperatorSettings } from '../../platform/operator-settings.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { verbatim } from '../../platform/words.ts';
import type { CreditsService } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import { weeklyAskedMail, weeklyPlannedMail, weeklySkippedMail } from './mails.ts';
import type * as payoutStore from './store.ts';
import * as store from './weekly-store.ts';

const weeklyKind = jobKind('payouts.weekly', { maxAttempts: 5 });
/** Hours after midnight in Johannesburg from which a day's payouts are asked for, and notices of the next sent. */
const startHour = 8;
const hourMs = 3_600_000;

export interface WeeklyPayouts {
  find(profileId: string): Promise<WeeklyPayout>;
  /** Everything that has cleared, each week on a day, from an amount on. Throws `PAYOUT_ACCOUNT_REQUIRED`, `VALIDATION_FAILED`. */
  set(viewer: Viewer, profileId: string, wish: { weekday: number; leastCents: number }): Promise<WeeklyPayout>;
  end(profileId: string): Promise<WeeklyPayout>;
  /** Sends the notices of tomorrow's payouts, then asks for those of today. Returns how many payouts were asked for. */
  run(): Promise<number>;
  tasks: JobTask[];
}

export function createWeeklyPayouts(deps: {
  database: Database;
  clock: Clock;
  notify: Notify;
  mailer: Mailer;
  publicUrl: string;
  settings: Pick<OperatorSettings, 'get'>;
  credits: Pick<CreditsService, 'transact'>;
  identity: Pick<IdentityService, 'getAccount'>;
  findAccount(profileId: string, on?: Db): Promise<payoutStore.AccountRow | null>;
  /** Cents that have cleared. */
  sumCleared(on: Db, profileId: string): Promise<number>;
  /** By all rules of a payout that is asked for. */
  request(
    tx: Db,
    wanted: { accountId: string; profileId: string; amountCents: number; key: string },
  ): Promise<payoutStore.PayoutRow>;
}): WeeklyPayouts {
  const { clock, identity, notify, mailer, settings } = deps;
  const { db } = deps.database;

  const leastOf = async (leastCents: number, on: Db = db) =>
    Math.max(leastCents, (await settings.get('payoutMinimumRand', on)) * 100);

  /** The next such weekday after today, so that a notice always comes before. */
  function nextDay(weekday: number): string {
    const today = johannesburgDay(clock.now());
    const ahead = (weekday - isoWeekday(today) + 7) % 7;
    // A notice goes out from 08:00 of the day before.
    return addDays(today, ahead < 2 ? ahead + 7 : ahead);
  }

  async function find(profileId: string): Promise<WeeklyPayout> {
    const row = await store.findSchedule(db, profileId);
    return { schedule: row ? { weekday: row.weekday, leastCents: row.least_cents, nextDay: row.nextDay } : null };
  }

  /** The last day that has reached the hour at which work for it starts. */
  const startedDay = () => johannesburgDay(new Date(clock.now().getTime() - startHour * hourMs));

  /** Notifies one creator of tomorrow's payout; one without enough is moved on a week. False when none is left. */
  const notifyOne = (): Promise<boolean> =>
    deps.credits.transact(async (tx) => {
      const due = await store.lockDue(tx, { day: addDays(startedDay(), 1), unnotified: true });
      if (!due) return false;
      const { profileId, accountId, nextDay: day } = due;
      const member = await identity.getAccount(tx, accountId).catch(() => null);
      const cents = await deps.sumCleared(tx, profileId);
      const isLate = day <= startedDay();
      if (isLate || !member || member.suspendedAt || cents < (await leastOf(due.leastCents, tx))) {
        await store.moveOn(tx, profileId, { day, next: weekAfter(day) });
        return true;
      }
      await store.setNotified(tx, profileId, day);
      await notify(tx, {
        kind: 'payout_planned',
        to: { accountId },
        key: `payout-weekly:${profileId}:${day}`,
        amount: { value: cents, currency: 'cents' },
      });
      if (member.holdsEmail)
        await mailer.queue(
          tx,
          weeklyPlannedMail(member.email, deps.publicUrl, { amountCents: cents, day: startOfDay(day) }),
        );
      return true;
    });

  const weekAfter = (day: string): string => {
    let next = addDays(day, 7);
    while (next <= startedDay()) next = addDays(next, 7);
    return next;
  };

  type Outcome = 'paid' | 'nothing' | 'none left';

  async function payOne(): Promise<Outcome> {
    const refusals: { due: store.DueSchedule; error: AppError }[] = [];
    try {
      return await deps.credits.transact(async (tx): Promise<Outcome> => {
        const due = await store.lockDue(tx, { day: startedDay(), unnotified: false });
        if (!due) return 'none left';
        const { profileId, accountId, nextDay: day } = due;
        await store.moveOn(tx, profileId, { day, next: weekAfter(day) });
        const cents = await deps.sumCleared(tx, profileId);
        if (!due.isNotified || cents < (await leastOf(due.leastCents, tx))) return 'nothing';
        const member = await identity.getAccount(tx, accountId);
        if (member.suspendedAt || member.leavingAt) return 'nothing';
        await notify(tx, {
          kind: 'payout_weekly',
          to: { accountId },
          key: `payout-weekly:${profileId}:${day}:asked`,
          amount: { value: cents, currency: 'cents' },
        });
        const account = await deps.findAccount(profileId, tx);
        if (member.holdsEmail && account)
          await mailer.queue(
            tx,
            weeklyAskedMail(member.email, deps.publicUrl, {
              amountCents: cents,
              bank: account.bank,
              ending: account.account_ending,
            }),
          );
        try {
          await deps.request(tx, { accountId, profileId, amountCents: cents, key: `weekly:${day}` });
        } catch (error) {
          if (error instanceof AppError) refusals.push({ due, error });
          throw error;
        }
        return 'paid';
      });
    } catch (error) {
      if (refusals.length === 0) throw error;
    }
    // A transaction may have run again after a collision: the last run counts.
    const refusal = refusals.at(-1);
    if (refusal) await skip(refusal);
    return 'nothing';
  }

  /** After a refusal, which undid everything: moves on, and says why nothing came. */
  const skip = ({ due, error }: { due: store.DueSchedule; error: AppError }): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const { profileId, accountId, nextDay: day } = due;
      await store.moveOn(tx, profileId, { day, next: weekAfter(day) });
      await notify(tx, { kind: 'payout_skipped', to: { accountId }, key: `payout-weekly:${profileId}:${day}:skipped` });
      const member = await identity.getAccount(tx, accountId).catch(() => null);
      if (member?.holdsEmail)
        await mailer.queue(tx, weeklySkippedMail(member.email, deps.publicUrl, { reason: verbatim(error.message) }));
    });

  async function run(): Promise<number> {
    let paid = 0;
    for (let outcome: Outcome = 'nothing'; outcome !== 'none left'; ) {
      outcome = await payOne();
      if (outcome === 'paid') paid += 1;
    }
    while (await notifyOne());
    return paid;
  }

  return {
    find,
    async set(viewer, profileId, { weekday, leastCents }) {
      if (!(await deps.findAccount(profileId))) throw new AppError('PAYOUT_ACCOUNT_REQUIRED');
      const row = { profile_id: profileId, account_id: viewer.accountId, weekday, least_cents: leastCents };
      await store.saveSchedule(db, {
        ...row,
        ...{ set_at: clock.now(), next_day: nextDay(weekday), notified_day: null },
      });
      return find(profileId);
    },
    async end(profileId) {
      await store.deleteSchedule(db, profileId);
      return { schedule: null };
    },
    run,
    tasks: [jobTask(weeklyKind, async () => void (await run()), { cron: '10 * * * *' })],
  };
}

/** 1 for a Monday. */
const isoWeekday = (day: string): number => ((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7) + 1;
