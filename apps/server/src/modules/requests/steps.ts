import type { Updateable } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { ContentRequests } from '../../platform/database-types.ts';
import { AppError } from '../../platform/errors.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService, Move } from '../credits/service.ts';
import { noticesOf } from './notices.ts';
import { canTake, type Side, type Step } from './policy.ts';
import * as store from './store.ts';

interface Outcome {
  change: Updateable<ContentRequests>;
  moves: readonly Move[];
}

export type StepWork = (tx: Db, row: store.RequestRow, now: Date) => Promise<Outcome>;

export interface Steps {
  /**
   * Takes one step for one side: locks the row, allows or refuses the step, and commits money and state together. A
   * retry with the same key returns its original result, however many steps came later. Throws `NOT_FOUND` to everyone
   * else, `CONFLICT` out of order.
   */
  take(
    viewer: Viewer,
    target: { requestId: string; side: Side; step: Step; key: string | null },
    work: StepWork,
  ): Promise<store.RequestRow>;
  /** Ends an accepted request within the caller's transaction; nothing when it has ended. */
  settle(tx: Db, target: { requestId: string; step: Step }, work: StepWork): Promise<void>;
  /** Ends an expired request; false when it is not expired, or another call ended it first. */
  lapse(requestId: string, work: StepWork): Promise<boolean>;
}

export function createSteps({
  clock,
  credits,
  notify,
}: {
  clock: Clock;
  credits: Pick<CreditsService, 'transact' | 'move'>;
  notify: Notify;
}): Steps {
  async function applyStep(
    tx: Db,
    row: store.RequestRow,
    { step, key }: { step: Step; key: string | null },
    work: StepWork,
  ): Promise<store.RequestRow> {
    const { change, moves } = await work(tx, row, clock.now());
    const changed = await store.updateRequest(tx, row.id, change);
    if (key !== null) await store.insertStepResult(tx, changed, key);
    await notify(tx, ...noticesOf(changed, step));
    if (moves.length > 0) await credits.move(tx, moves);
    return changed;
  }

  return {
    take: (viewer, { requestId, side, step, key }, work) =>
      credits.transact(async (tx) => {
        const row = await store.lockRequest(tx, requestId);
        const own = side === 'creator' ? row?.creator_id : row?.requester_id;
        if (!row || own !== viewer.profileId) throw new AppError('NOT_FOUND');
        const earlier = key === null ? undefined : await store.findStepResult(tx, requestId, key);
        if (earlier) return earlier;
        if (!canTake(step, row, clock.now()))
          throw new AppError('CONFLICT', { details: { status: row.status, version: row.version } });
        return applyStep(tx, row, { step, key }, work);
      }),
    async settle(tx, { requestId, step }, work) {
      const row = await store.lockRequest(tx, requestId);
      if (row?.status === 'accepted') await applyStep(tx, row, { step, key: null }, work);
    },
    lapse: (requestId, work) =>
      credits.transact(async (tx) => {
        const row = await store.lockRequest(tx, requestId);
        if (!row || !canTake('lapse', row, clock.now())) return false;
        await applyStep(tx, row, { step: 'lapse', key: null }, work);
        return true;
      }),
  };
}
