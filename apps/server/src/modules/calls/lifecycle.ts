import { afterCommit, transact } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { CreditsService } from '../credits/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { earnedIn } from './earned.ts';
import { minutePosting, returnMinutes } from './money.ts';
import { type Due, dueOf, type End, endOf, isReturned, mayBegin } from './policy.ts';
import { costOf } from './present.ts';
import * as store from './store.ts';
import { insertTipOrGift, type TipOrGift } from './tips-and-gifts-store.ts';

export interface Lifecycle {
  /** Settles a call at `now`, minute after minute, and returns its row afterwards; undefined for an unknown call. */
  settle(id: string, now: Date, lostMs?: number): Promise<store.CallRow | undefined>;
  /** Begins the first minute, once both sides are connected; no effect when it has begun or ended. */
  begin(id: string, now: Date): Promise<void>;
  /**
   * Settles the call and ends it at `at`, or when it had dropped before, unless it has ended. `end` reads the row under
   * its lock, because the call may be accepted before that. Throws `NOT_FOUND`, and what `end` throws.
   */
  finish(id: string, at: Date, end: (row: store.CallRow) => Omit<End, 'at'>): Promise<store.CallRow>;
  /** Publishes the time and the price of a current call to both sides. */
  tick(row: store.CallRow): Promise<void>;
  /** Adds a tip or a gift to the current call between the two, in the transaction that pays for it. */
  addTipOrGift(tx: Db, tipOrGift: TipOrGift): Promise<void>;
}

export interface LifecycleDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  realtime: Pick<Realtime, 'toProfile'>;
  notify: Notify;
  credits: Pick<CreditsService, 'transact' | 'postAll' | 'move' | 'balance' | 'sharesOf'>;
  profiles: Pick<ProfilesService, 'cards'>;
}

const isInsufficient = (error: unknown) => error instanceof AppError && error.code === 'INSUFFICIENT_CREDITS';

/** Time and money of calls. Every step is one transaction under the call's lock, so that any process may run it. */
export function createLifecycle(deps: LifecycleDependencies): Lifecycle {
  const { clock, credits, realtime } = deps;
  const { db } = deps.database;

  const toBoth = (row: store.CallRow, publishTo: (profileId: string, isCaller: boolean) => void) => {
    publishTo(row.caller_id, true);
    publishTo(row.partner_id, false);
  };

  async function tick(row: store.CallRow): Promise<void> {
    if (!row.started_at || row.ended_at) return;
    const [{ balance }, { given, shares }] = await Promise.all([
      credits.balance(row.caller_account_id),
      earnedIn(deps, row),
    ]);
    const payload = {
      callId: row.id,
      seconds: Math.max(0, Math.floor((clock.now().getTime() - row.started_at.getTime()) / 1000)),
      minutes: row.minutes,
      credits: costOf(row),
      given,
      isLast: balance < row.credits_per_minute,
    };
    toBoth(row, (profileId, isCaller) =>
      realtime.toProfile(profileId, 'call.tick', {
        ...payload,
        balance: isCaller ? balance : null,
        earned: isCaller ? null : shares.creator,
        earnedHeld: isCaller ? 0 : shares.held,
      }),
    );
  }

  /** A lost tick is replaced by the next; the minute is paid all the same. */
  const tickSoon = (tx: Db, row: store.CallRow) =>
    afterCommit(tx, () => tick(row).catch((error) => deps.logger.warn('call.tick not published', errorFields(error))));

  async function chargeMinute(
    tx: Db,
    row: store.CallRow,
    { minute, startsAt, partnerName }: { minute: number; startsAt: Date; partnerName: string },
  ): Promise<void> {
    await store.insertMinute(tx, { call_id: row.id, minute, started_at: startsAt, credits: row.credits_per_minute });
    const charged = await store.updateCall(tx, row.id, {
      minutes: minute,
      ...(minute === 1 ? { started_at: startsAt } : {}),
    });
    tickSoon(tx, charged);
    await credits.postAll(tx, [minutePosting(row, minute, partnerName)]);
  }

  async function close(tx: Db, row: store.CallRow, { ending, at, byCaller = false }: End): Promise<void> {
    const endedAt = row.started_at && at < row.started_at ? row.started_at : at;
    const charged = row.minutes > 0 ? await store.listMinutes(tx, row.id) : [];
    const returned = charged
      .filter((minute) => isReturned(row, minute, { ending, at: endedAt, byCaller }))
      .map(({ minute }) => minute);
    await store.endCall(tx, row.id, { ending, at: endedAt, returned: returned.length });
    // A call cancelled by its caller before it is accepted still counts as missed.
    if (!row.silent && !row.accepted_at && (ending === 'missed' || ending === 'cancelled'))
      await deps.notify(tx, {
        kind: 'call_missed',
        to: { profileId: row.partner_id },
        key: `call:${row.id}`,
        actorId: row.caller_id,
      });
    afterCommit(tx, () =>
      toBoth(row, (profileId, isCaller) => {
        if (isCaller || !row.silent) realtime.toProfile(profileId, 'call.ended', { callId: row.id, reason: ending });
      }),
    );
    if (returned.length === 0) return;
    await store.markReturned(tx, row.id, returned);
    await credits.move(tx, await returnMinutes(tx, row, returned));
  }

  /** For the line in the statement; read before the call is locked, because it takes a connection of its own. */
  async function partnerNameOf(row: store.CallRow): Promise<string> {
    return (await deps.profiles.cards.find(row.partner_id))?.displayName ?? '';
  }

  /** Runs one due step and returns it. Throws `INSUFFICIENT_CREDITS` for a minute that cannot be paid. */
  const step = (id: string, now: Date, partnerName: string, lostMs?: number): Promise<Due> =>
    credits.transact(async (tx) => {
      const row = await store.lockCall(tx, id);
      const due = row ? dueOf(row, now, lostMs) : null;
      if (!row || !due) return null;
      if ('end' in due) await close(tx, row, { ending: due.end, at: due.at });
      else await chargeMinute(tx, row, { ...due, partnerName });
      return due;
    });

  /** The unpaid minute never began: the call ended where it would have. */
  const endUnpaid = (id: string, now: Date, lostMs?: number): Promise<void> =>
    transact(db, async (tx) => {
      const row = await store.lockCall(tx, id);
      const due = row ? dueOf(row, now, lostMs) : null;
      if (row && due && 'minute' in due) await close(tx, row, { ending: 'no_credits', at: due.startsAt });
    });

  async function settle(id: string, now: Date, lostMs?: number): Promise<store.CallRow | undefined> {
    const before = await store.findCall(db, id);
    if (!before || before.ended_at) return before;
    const partnerName = await partnerNameOf(before);
    try {
      while (await step(id, now, partnerName, lostMs));
    } catch (error) {
      if (!isInsufficient(error)) throw error;
      await endUnpaid(id, now, lostMs);
    }
    return store.findCall(db, id);
  }

  return {
    settle,
    tick,
    async addTipOrGift(tx, tipOrGift) {
      const callId = await insertTipOrGift(tx, tipOrGift);
      if (callId === undefined) return;
      afterCommit(tx, async () => {
        const row = await store.findCall(db, callId);
        if (row) await tick(row).catch((error) => deps.logger.warn('call.tick not published', errorFields(error)));
      });
    },
    async begin(id, now) {
      const before = await store.findCall(db, id);
      if (!before) return;
      const partnerName = await partnerNameOf(before);
      try {
        await credits.transact(async (tx) => {
          const row = await store.lockCall(tx, id);
          if (row && mayBegin(row)) await chargeMinute(tx, row, { minute: 1, startsAt: now, partnerName });
        });
      } catch (error) {
        if (!isInsufficient(error)) throw error;
        await credits.transact(async (tx) => {
          const row = await store.lockCall(tx, id);
          if (row && mayBegin(row)) await close(tx, row, { ending: 'no_credits', at: now });
        });
      }
    },
    async finish(id, at, end) {
      await settle(id, at);
      return credits.transact(async (tx) => {
        const row = await store.lockCall(tx, id);
        if (!row) throw new AppError('NOT_FOUND');
        if (!row.ended_at) await close(tx, row, endOf(row, { ...end(row), at }));
        return (await store.lockCall(tx, id)) ?? row;
      });
    },
  };
}
