import type { NotificationKind } from '@vlam/contract/notifications';
import type { Notice } from '../../platform/notices.ts';
import type { Step } from './policy.ts';
import type { RequestRow } from './store.ts';

/** Recipients and kind of the notice for each step. */
function recipientsOf(row: RequestRow, step: Step | 'create' | 'decide') {
  const notice = (kind: NotificationKind, ...to: ('requester' | 'creator')[]) => ({ kind, to });
  switch (step) {
    case 'create':
      return notice('request_received', 'creator');
    case 'respond':
      return notice(row.status === 'accepted' ? 'request_accepted' : 'request_countered', 'requester');
    case 'acceptCounter':
      return notice('request_accepted', 'creator');
    case 'decline':
      return notice('request_declined', 'requester');
    case 'withdraw':
      return notice('request_withdrawn', 'creator');
    case 'deliver':
      return notice('request_delivered', 'requester');
    case 'dispute':
      return notice('request_disputed', 'creator');
    case 'decide':
      return notice('request_decided', 'requester', 'creator');
    case 'lapse':
      return notice('request_lapsed', 'requester', 'creator');
    default:
      return notice('request_decided');
  }
}

/** Notices for one step of a request, in the state after it. */
export function noticesOf(row: RequestRow, step: Step | 'create' | 'decide'): Notice[] {
  const { kind, to } = recipientsOf(row, step);
  const isActed = step !== 'decide' && step !== 'lapse';
  return to.map((side) => ({
    kind,
    to: { profileId: side === 'creator' ? row.creator_id : row.requester_id },
    key: `request:${row.id}:${row.version}`,
    subject: row.title,
    ...(isActed ? { actorId: side === 'creator' ? row.requester_id : row.creator_id } : {}),
  }));
}
