import { disputeDays } from '@vlam/contract/rules/requests';
import type { ContentRequestView } from './api.ts';

const dayMs = 86_400_000;

/** Actions the member may take on a request now; the server checks again. */
export function allowedActions(request: ContentRequestView, now: Date) {
  const { status, isOwn, isCounterOffer, delivery, deliveredAt, liveId, disputeAnswer } = request;
  const isRecent = deliveredAt !== null && now.getTime() - Date.parse(deliveredAt) < disputeDays * dayMs;
  const isPlanned = liveId !== null && status === 'accepted';
  const isClosed = isOwn && request.outcome?.decision === 'returned';
  return {
    respond: !isOwn && status === 'pending' && !isCounterOffer,
    decline: !isOwn && status === 'pending',
    deliver: !isOwn && status === 'accepted' && !isPlanned,
    begin: !isOwn && isPlanned,
    watch: isOwn && isPlanned,
    withdraw: isOwn && status === 'pending',
    acceptCounter: isOwn && status === 'pending' && isCounterOffer,
    view: delivery !== null || (liveId !== null && deliveredAt !== null && !isClosed),
    dispute: isOwn && status === 'completed' && isRecent,
    answer: !isOwn && status === 'disputed' && disputeAnswer === null,
  };
}
