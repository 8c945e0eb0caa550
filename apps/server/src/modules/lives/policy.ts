import type { LiveState, shownAudiences } from '@vlam/contract/lives';
import {
  lateTicketMs,
  leastFailedShowMs,
  leastLiveShowMs,
  liveInterruptedMs,
  liveReplayMs,
} from '@vlam/contract/rules/lives';
import type { LiveRow } from './store.ts';

export function stateOf(row: Pick<LiveRow, 'ended_at' | 'last_part_at' | 'is_planned'>, now: Date): LiveState {
  if (row.ended_at) return 'over';
  if (row.is_planned) return 'planned';
  if (!row.last_part_at) return 'waiting';
  return now.getTime() - row.last_part_at.getTime() < liveInterruptedMs ? 'running' : 'interrupted';
}

type Audience = (typeof shownAudiences)[number];

export interface Entitlement {
  isOwn: boolean;
  isRemoved: boolean;
  /** Or requested this private show. */
  hasTicket: boolean;
  /** With a tier that opens the show. */
  isSubscribed: boolean;
}

/** Whether a viewer may watch a show while it is under way. A sample show has nothing to watch. */
export function mayWatch(row: Pick<LiveRow, 'audience' | 'sample'>, entitlement: Entitlement): boolean {
  if (row.sample || entitlement.isRemoved) return false;
  if (entitlement.isOwn || entitlement.hasTicket) return true;
  const audience = row.audience as Audience;
  return audience !== 'private' && (audience === 'free' || entitlement.isSubscribed);
}

/** Whether a viewer may watch a show again after its end. A returned ticket opens no replay. */
export function mayReplay(row: Pick<LiveRow, 'replay' | 'replay_until'>, entitlement: Entitlement, now: Date): boolean {
  if (!row.replay_until || row.replay_until <= now) return false;
  if (entitlement.isOwn) return true;
  if (entitlement.isRemoved) return false;
  return entitlement.hasTicket || (row.replay === 'subscribers' && entitlement.isSubscribed);
}

/** Until when a show that ends now can be watched again; null without a replay, or when all its tickets go back. */
export function replayUntil(
  row: Parameters<typeof returnedTickets>[0] & Pick<LiveRow, 'replay'>,
  now: Date,
): Date | null {
  if (row.replay === 'none' || returnedTickets(row) === 'all') return null;
  return new Date(now.getTime() + liveReplayMs);
}

type Ended = Pick<LiveRow, 'ending' | 'streamed_ms' | 'started_at' | 'last_part_at'>;

/** Which tickets of a show that has ended go back: all, none, or those bought from a moment on. */
export function returnedTickets(row: Ended): 'all' | 'none' | { since: Date } {
  const streamedMs = Number(row.streamed_ms);
  if (row.ending === 'ended') return streamedMs < leastLiveShowMs ? 'all' : 'none';
  if (row.ending === 'stopped' || streamedMs < leastFailedShowMs) return 'all';
  return { since: new Date((row.last_part_at ?? row.started_at).getTime() - lateTicketMs) };
}

/** `ran` pays for a private show; after the others its price goes back, as all tickets of such a show do. */
export type PrivateOutcome = 'ran' | 'called_off' | 'failed';

export function privateOutcome(row: Ended & Pick<LiveRow, 'is_planned'>): PrivateOutcome {
  if (returnedTickets(row) !== 'all') return 'ran';
  return row.is_planned && row.ending === 'ended' ? 'called_off' : 'failed';
}
