import { creditValueCents, heldEarningsDays } from '@vlam/contract/credits';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { accountOf } from './accounts.ts';
import * as store from './held-store.ts';
import { type Move, movePosting, type Posting } from './postings.ts';
import { platformIncome } from './reversals.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const payerBatchSize = 500;

export interface HeldEarnings {
  /** Releases holds as far as each payer's own rand covers them; those older than 90 days become the platform's. */
  settleDue(): Promise<void>;
  /** As `settleDue`, for one payer, due or not. */
  settle(payerId: string): Promise<void>;
  /**
   * After a reversed payment: movements that hold released, still clearing credits again, latest first, as far as the
   * payer's rand no longer covers them.
   */
  renewHolds(tx: Db, back: HoldRenewal): Promise<Move[]>;
}

export interface HoldRenewal {
  payerId: string;
  kind: 'refund' | 'chargeback';
  /** Earnings since then still clear. */
  clearingSince: Date;
  /** Credits of these earnings accounts, by id. */
  balanceOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
}

/** Earnings from promotional credits, until the platform has kept as much of the payers' own rand. */
export function createHeldEarnings(deps: {
  db: Db;
  clock: Clock;
  transact<Answer>(work: (tx: Db) => Promise<Answer>): Promise<Answer>;
  postAll(tx: Db, postings: readonly Posting[]): Promise<unknown>;
}): HeldEarnings {
  const { db, clock, transact, postAll } = deps;

  async function settleOne(tx: Db, payerId: string): Promise<void> {
    const now = clock.now();
    const holds = await store.lockHolds(tx, payerId);
    if (holds.length === 0) return;
    let covered = Math.floor((await store.findBudget(tx, payerId)) / creditValueCents);
    const moves: Move[] = [];
    for (const hold of holds) {
      const remaining = Number(hold.remaining);
      const isOver = hold.held_at.getTime() + heldEarningsDays * day <= now.getTime();
      const released = Math.max(0, Math.min(remaining, covered));
      const lapsed = isOver ? remaining - released : 0;
      covered -= released;
      const move = (kind: 'held_release' | 'held_lapse', amount: number, to: Move['to']): Move => ({
        kind,
        ownerId: payerId,
        // A renewed hold has the same remainder as before; the lock of its row prevents a repeat.
        key: `${kind}:${newId()}`,
        payeeId: hold.profile_id,
        reference: hold.reference,
        description: hold.description,
        amount,
        from: accountOf(hold.profile_id, 'earnings_held'),
        to,
      });
      moves.push(move('held_release', released, accountOf(hold.profile_id, 'earnings')));
      moves.push(move('held_lapse', lapsed, platformIncome('credits')));
      await store.changeHold(tx, hold, {
        taken: released + lapsed,
        released,
        lapsed,
        checkAt: new Date(now.getTime() + checkDelay(now.getTime() - hold.held_at.getTime())),
      });
    }
    await postAll(tx, moves.filter(({ amount }) => amount > 0).map(movePosting));
  }

  const settle = (payerId: string): Promise<void> => transact((tx) => settleOne(tx, payerId));

  async function renewHolds(tx: Db, { payerId, kind, clearingSince, balanceOf }: HoldRenewal): Promise<Move[]> {
    const uncovered = -(await store.findBudget(tx, payerId));
    if (uncovered <= 0) return [];
    let wanted = Math.ceil(uncovered / creditValueCents);
    const released = await store.lockReleased(tx, payerId, clearingSince);
    const earned = new Map(await balanceOf(released.map(({ profile_id: id }) => accountOf(id, 'earnings').id)));
    // Several holds of one sale were released together.
    const clearing = new Map<string, number>();
    const moves: Move[] = [];
    for (const hold of released) {
      const sale = `${hold.profile_id} ${hold.reference}`;
      const from = accountOf(hold.profile_id, 'earnings');
      const left = clearing.get(sale) ?? Number(hold.clearing);
      const amount = Math.max(0, Math.min(wanted, left, Number(hold.released), Number(earned.get(from.id) ?? 0n)));
      if (amount === 0) continue;
      wanted -= amount;
      clearing.set(sale, left - amount);
      earned.set(from.id, (earned.get(from.id) ?? 0n) - BigInt(amount));
      await store.changeHold(tx, hold, { taken: -amount, released: -amount, checkAt: clock.now() });
      moves.push({
        kind,
        ownerId: payerId,
        key: `held again:${newId()}`,
        payeeId: hold.profile_id,
        reference: hold.reference,
        description: `Held again: ${hold.description}`,
        amount,
        from,
        to: accountOf(hold.profile_id, 'earnings_held'),
      });
    }
    return moves;
  }

  return {
    settle,
    renewHolds,
    async settleDue() {
      for (;;) {
        const payers = await store.listDuePayers(db, clock.now(), payerBatchSize);
        for (const payerId of payers) await settle(payerId);
        if (payers.length < payerBatchSize) return;
      }
    },
  };
}

/** Frequent at first, when payers buy most, then every six hours. */
const checkDelay = (age: number): number => Math.min(6 * 60 * minute, Math.max(10 * minute, age / 4));
