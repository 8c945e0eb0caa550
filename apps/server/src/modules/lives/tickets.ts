import { lateTicketMs } from '@vlam/contract/rules/lives';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../platform/jobs.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import { requireShownCredits } from '../../platform/shown-price.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type CreditsService, purchasePosting, returnPurchase } from '../credits/service.ts';
import { requireProfileId } from '../profiles/service.ts';
import type { Seen } from './access.ts';
import * as store from './money-store.ts';
import { lockLive } from './store.ts';

/** Without an account: of all holders, or of those who bought at `since` (ISO 8601) or later. */
export const returnKind = jobKind<{ liveId: string; accountId: string | null; since?: string }>('lives.return-tickets');

const keyOf = (liveId: string): string => `live:${liveId}:ticket`;

export interface Tickets {
  /**
   * Charges the current price if it was shown; a holder pays nothing more. Throws `CONFLICT` for an own show, one that
   * is over, sells no tickets or is open to a subscriber, and for a returned ticket; `FORBIDDEN` for a removed viewer, `PRICE_CHANGED`, `INSUFFICIENT_CREDITS`.
   */
  buy(viewer: Viewer, seen: Seen, price: number): Promise<void>;
  /** Queues the return of tickets with a block between holder and creator. */
  returnBlocked(): Promise<void>;
  task: JobTask;
}

export function createTickets(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  credits: Pick<CreditsService, 'transact' | 'postAll' | 'move'>;
}): Tickets {
  const { db, clock, logger, jobs, credits } = deps;

  async function returnOne(liveId: string, accountId: string): Promise<void> {
    await credits.transact(async (tx) => {
      const ticket = await store.markReturned(tx, liveId, accountId, clock.now());
      if (!ticket) return;
      const moves = await returnPurchase(tx, {
        payerId: accountId,
        key: keyOf(liveId),
        price: ticket.credits,
        reference: liveId,
        escrowOwner: liveId,
        kinds: { reclaim: 'ticket_reclaim', giveBack: 'ticket_return' },
        descriptions: { reclaim: 'A ticket was given back', giveBack: 'Ticket of a live show, given back' },
      });
      await credits.move(tx, moves);
    });
  }

  async function returnEach(liveId: string, holders: readonly string[]): Promise<void> {
    let failure: unknown;
    for (const holder of holders)
      try {
        await returnOne(liveId, holder);
      } catch (error) {
        // One ticket must not keep the others back; the job runs again.
        logger.error('a ticket was not returned', errorFields(error));
        failure = error;
      }
    if (failure) throw failure;
  }

  return {
    async buy(viewer, { row: { id }, isOwn, isSubscribed }, price) {
      if (isOwn) throw new AppError('CONFLICT', { message: 'This show is your own' });
      const profileId = requireProfileId(viewer);
      const { accountId } = viewer;
      await credits.transact(async (tx) => {
        const before = await store.findTicket(tx, id, accountId);
        if (before?.returned_at)
          throw new AppError('CONFLICT', { message: 'Your ticket for this show was given back' });
        if (before) return;
        const live = await lockLive(tx, id, 'share');
        if (!live || live.ended_at) throw new AppError('CONFLICT', { message: 'This show is over' });
        if (live.ticket_credits === null || live.sample)
          throw new AppError('CONFLICT', { message: 'No tickets are sold for this show' });
        if (isSubscribed) throw new AppError('CONFLICT', { message: 'Your subscription opens this show' });
        if (await store.isRemoved(tx, id, profileId)) throw new AppError('FORBIDDEN');
        const at = clock.now();
        const saleId = newId();
        const ticket = { live_id: id, account_id: accountId, profile_id: profileId, sale_id: saleId, bought_at: at };
        if (!(await store.insertTicket(tx, { ...ticket, credits: live.ticket_credits }))) return;
        requireShownCredits(price, live.ticket_credits);
        await credits.postAll(tx, [
          purchasePosting({
            kind: 'ticket',
            payerId: accountId,
            payeeId: live.creator_id,
            price: live.ticket_credits,
            reference: id,
            key: keyOf(id),
            groupId: saleId,
            description: `Ticket: ${live.title}`,
          }),
        ]);
      });
    },
    async returnBlocked() {
      const held = await store.listBlockedHolders(db, lateTicketMs);
      if (held.length === 0) return;
      const queued = held.map((payload) => ({ key: `live-blocked:${payload.liveId}:${payload.accountId}`, payload }));
      await jobs.enqueueAll(db, returnKind, queued);
    },
    task: jobTask(returnKind, async ({ liveId, accountId, since }) =>
      returnEach(liveId, accountId ? [accountId] : await store.listHolders(db, liveId, since ? new Date(since) : null)),
    ),
  };
}
