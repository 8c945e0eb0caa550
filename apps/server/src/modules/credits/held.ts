import { creditValueCents, heldEarningsDays } from '@vlam/contract/credits';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { accountOf } from './accounts.ts';
import * as store from './held-store.ts';
import { type Move, movePosting, type Posting } from './postings.ts';
import { platformIncome } from './take-back.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const payersAtOnce = 500;

export interface HeldEarnings {
  /** Releases what is held as far as each payer's own rand covers it; what is over 90 days old becomes the platform's. */
  settleDue(): Promise<void>;
  /** The same for one payer, due or not. */
  settle(payerId: string): Promise<void>;
}

/** What promotional credits paid creators, until the platform has kept as much of the payers' own rand. */
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
        key: `${kind}:${hold.group_id}:${hold.remaining}`,
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
        checkAt: new Date(now.getTime() + untilNextCheck(now.getTime() - hold.held_at.getTime())),
      });
    }
    await postAll(tx, moves.filter(({ amount }) => amount > 0).map(movePosting));
  }

  const settle = (payerId: string): Promise<void> => transact((tx) => settleOne(tx, payerId));

  return {
    settle,
    async settleDue() {
      for (;;) {
        const payers = await store.listDuePayers(db, clock.now(), payersAtOnce);
        for (const payerId of payers) await settle(payerId);
        if (payers.length < payersAtOnce) return;
      }
    },
  };
}

/** Often at first, when payers buy most, then every six hours. */
const untilNextCheck = (age: number): number => Math.min(6 * 60 * minute, Math.max(10 * minute, age / 4));
