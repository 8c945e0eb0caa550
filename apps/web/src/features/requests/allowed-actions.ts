import { disputeDays } from '@vlam/contract/rules/requests';
import type { ContentRequestView } from './api.ts';

const dayMs = 86_400_000;

/** Actions the member may take on a request now; the server checks again. */
export function allowedActions(request: ContentRequestView, now: Date) {
  const { status, isOwn, isCounterOffer, delivery, disputeAnswer } = request;
  const isRecent = delivery !== null && now.getTime() - Date.parse(delivery.deliveredAt) < disputeDays * dayMs;
  return {
    respond: !isOwn && status === 'pending' && !isCounterOffer,
    decline: !isOwn && status === 'pending',
    deliver: !isOwn && status === 'accepted',
    withdraw: isOwn && status === 'pending',
    acceptCounter: isOwn && status === 'pending' && isCounterOffer,
    view: delivery !== null,
    dispute: isOwn && status === 'completed' && isRecent,
    answer: !isOwn && status === 'disputed' && disputeAnswer === null,
  };
}
