import type { spendingLimits } from '@vlam/contract/payments';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { type Clock, johannesburgDay, startOfDay } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { createLane } from '../../../platform/lane.ts';
import { prepare, uuidArray } from '../../../platform/prepared.ts';
import { listDebts } from '../debts/debt-store.ts';
import { listFreezes } from '../freezes/freeze-store.ts';
import { pageMs } from '../orders/concurrent-order-store.ts';
import { lockMember } from '../orders/order-store.ts';
import { debtPause, findLimits, freezePause, type LimitRow, putLimits, sumSpent } from './limit-store.ts';

const dayMs = 86_400_000;
/** Delay before a raised limit applies. */
const raiseAfterMs = dayMs;

/** Orders without a payment page after 2 min no longer count as begun. */
const startingMs = 120_000;

const reservedMessage =
  'This is over the spending limit you have set: a payment that you began can still be paid, and counts for an hour or until you cancel it';

type LimitsView = z.input<typeof spendingLimits>;
export interface WantedLimits {
  dailyCents: number | null;
  monthlyCents: number | null;
  coolOffDays?: number | undefined;
}

export interface Limits {
  get(accountId: string): Promise<LimitsView>;
  /** Lowers a limit at once, raises it after a day, and never shortens a cool-off. */
  set(accountId: string, wanted: WantedLimits): Promise<LimitsView>;
  /** Throws `SPENDING_LIMIT_REACHED` while the member's cool-off runs. Concurrent callers share one statement. */
  requireMayBuy(accountId: string): Promise<void>;
  /** As `requireMayBuy`, with a pause already read by `pauseOf`. */
  requireNoPause(until: Date | null): void;
  /**
   * As `requireMayBuy`; also throws when paid and pending cents plus `amountCents` exceed a limit. Takes the member's
   * lock, so that pages opened together cannot exceed it. Payments that arrive after an hour are still honoured.
   */
  requireMaySpend(tx: Db, accountId: string, amountCents: number): Promise<void>;
}

export function createLimits({ database, clock }: { database: Database; clock: Clock }): Limits {
  const { db } = database;
  const readCoolOffs = prepare<'ids', { account_id: string; cool_off_until: Date }>(
    database,
    'payments cool-offs',
    ['ids'],
    ({ ids }) => sql`
      select account_id, cool_off_until from spending_limits
        where account_id = any (${ids}::uuid[]) and cool_off_until is not null
      union all
      select account_id, ${debtPause}::timestamptz from payment_debts
        where account_id = any (${ids}::uuid[]) and settled_at is null
      union all
      select account_id, ${freezePause}::timestamptz from money_freezes
        where account_id = any (${ids}::uuid[]) and holds_spending
      union all
      select account_id, ${freezePause}::timestamptz from money_review_freezes
        where account_id = any (${ids}::uuid[])`,
  );
  const coolOffs = createLane<string, Date | null>({
    name: 'payments.pauses',
    limit: 500,
    async call(accountIds) {
      const rows = await readCoolOffs({ ids: uuidArray(accountIds) });
      const found = new Map<string, Date>();
      for (const { account_id: id, cool_off_until: until } of rows)
        if (until > (found.get(id) ?? new Date(0))) found.set(id, until);
      return accountIds.map((accountId) => found.get(accountId) ?? null);
    },
  });

  const spentBy = (on: Db, accountId: string, now: Date) => {
    const day = johannesburgDay(now);
    const since = {
      day: startOfDay(day),
      month: startOfDay(`${day.slice(0, 7)}-01`),
      begun: new Date(now.getTime() - pageMs),
      starting: new Date(now.getTime() - startingMs),
    };
    return sumSpent(on, accountId, since);
  };

  async function view(on: Db, accountId: string): Promise<LimitsView> {
    const now = clock.now();
    const [row, spent] = await Promise.all([findLimits(on, accountId), spentBy(on, accountId, now)]);
    const debts = await listDebts(on, accountId);
    const limits = effective(row, now);
    const coolsOff = limits.cool_off_until !== null && limits.cool_off_until > now;
    return {
      dailyCents: toNumber(limits.daily_cents),
      monthlyCents: toNumber(limits.monthly_cents),
      spentTodayCents: spent.today,
      spentThisMonthCents: spent.thisMonth,
      reservedCents: spent.reserved,
      owedCents: debts.reduce((sum, { owedCents }) => sum + owedCents, 0),
      coolOffUntil: coolsOff ? (limits.cool_off_until?.toISOString() ?? null) : null,
      pending: limits.next_from && {
        dailyCents: toNumber(limits.next_daily_cents),
        monthlyCents: toNumber(limits.next_monthly_cents),
        from: limits.next_from.toISOString(),
      },
    };
  }

  return {
    get: (accountId) => view(db, accountId),
    set: (accountId, wanted) =>
      db.transaction().execute(async (tx) => {
        await lockMember(tx, accountId);
        const now = clock.now();
        await putLimits(tx, accountId, changeLimits(effective(await findLimits(tx, accountId), now), wanted, now));
        return view(tx, accountId);
      }),
    async requireMayBuy(accountId) {
      refuseWhileCooling(await coolOffs.send(accountId), clock.now());
    },
    requireNoPause: (until) => refuseWhileCooling(until, clock.now()),
    async requireMaySpend(tx, accountId, amountCents) {
      const now = clock.now();
      if ((await listDebts(tx, accountId)).length > 0) throw owes();
      if ((await listFreezes(tx, [accountId])).some((freeze) => freeze.holds_spending)) throw notNow();
      const limits = effective(await findLimits(tx, accountId), now);
      refuseWhileCooling(limits.cool_off_until, now);
      if (limits.daily_cents === null && limits.monthly_cents === null) return;
      const spent = await spentBy(tx, accountId, now);
      const more = spent.reserved + amountCents;
      const over = (limit: bigint | null, soFar: number) => limit !== null && soFar + more > Number(limit);
      const refuse = (period: string, limit: bigint | null, spentCents: number) =>
        new AppError('SPENDING_LIMIT_REACHED', {
          ...(spent.reserved > 0 ? { message: reservedMessage } : {}),
          details: { period, limitCents: Number(limit), spentCents, reservedCents: spent.reserved },
        });
      if (over(limits.daily_cents, spent.today)) throw refuse('day', limits.daily_cents, spent.today);
      if (over(limits.monthly_cents, spent.thisMonth)) throw refuse('month', limits.monthly_cents, spent.thisMonth);
    },
  };
}

const toNumber = (cents: bigint | null): number | null => (cents === null ? null : Number(cents));

const owes = () =>
  new AppError('SPENDING_LIMIT_REACHED', {
    message: 'A payment of yours was taken back after some of it was spent. Settle what you owe in your wallet first',
    details: { period: 'debt' },
  });

/** The same words whatever staff check: nothing may tip the member off (FICA section 29(3)). */
const notNow = () =>
  new AppError('SPENDING_LIMIT_REACHED', {
    message: 'This purchase cannot be made right now. Please try again later',
    details: { period: 'later' },
  });

function refuseWhileCooling(until: Date | null, now: Date): void {
  if (until && until >= new Date(debtPause)) throw owes();
  if (until && until >= new Date(freezePause)) throw notNow();
  if (until && until > now)
    throw new AppError('SPENDING_LIMIT_REACHED', {
      message: 'You have set a pause: no purchases for now',
      details: { period: 'cool_off', until: until.toISOString() },
    });
}

/** The current limit: a raised limit applies once its delay has passed. */
function effective(row: LimitRow | undefined, now: Date): LimitRow {
  const none = { next_daily_cents: null, next_monthly_cents: null, next_from: null };
  if (!row) return { daily_cents: null, monthly_cents: null, cool_off_until: null, ...none };
  const { daily_cents, monthly_cents, cool_off_until, next_daily_cents, next_monthly_cents, next_from } = row;
  if (next_from && next_from <= now)
    return { daily_cents: next_daily_cents, monthly_cents: next_monthly_cents, cool_off_until, ...none };
  return { daily_cents, monthly_cents, cool_off_until, next_daily_cents, next_monthly_cents, next_from };
}

/** Null means no limit, so it is above every other. */
const isRaise = (from: bigint | null, to: bigint | null): boolean => from !== null && (to === null || to > from);

function changeLimits(present: LimitRow, wanted: WantedLimits, now: Date): LimitRow {
  const daily = wanted.dailyCents === null ? null : BigInt(wanted.dailyCents);
  const monthly = wanted.monthlyCents === null ? null : BigInt(wanted.monthlyCents);
  const raisesDaily = isRaise(present.daily_cents, daily);
  const raisesMonthly = isRaise(present.monthly_cents, monthly);
  const waits = raisesDaily || raisesMonthly;
  // Repeating a request does not restart its day.
  const known = present.next_from && present.next_daily_cents === daily && present.next_monthly_cents === monthly;
  const days = wanted.coolOffDays ?? 0;
  const coolOff = days > 0 ? new Date(now.getTime() + days * dayMs) : null;
  const longer = coolOff && (!present.cool_off_until || coolOff > present.cool_off_until);
  return {
    daily_cents: raisesDaily ? present.daily_cents : daily,
    monthly_cents: raisesMonthly ? present.monthly_cents : monthly,
    next_daily_cents: waits ? daily : null,
    next_monthly_cents: waits ? monthly : null,
    next_from: waits ? (known ? present.next_from : new Date(now.getTime() + raiseAfterMs)) : null,
    cool_off_until: longer ? coolOff : present.cool_off_until,
  };
}
