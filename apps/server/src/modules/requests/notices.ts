import type { NotificationKind } from '@vlam/contract/notifications';
import type { Notice } from '../../platform/notices.ts';
import type { Step } from './policy.ts';
import type { RequestRow } from './store.ts';

/** Recipients and kind of the notice for each step. */
function tellingOf(row: RequestRow, step: Step | 'create' | 'decide') {
  const told = (kind: NotificationKind, ...to: ('requester' | 'creator')[]) => ({ kind, to });
  switch (step) {
    case 'create':
      return told('request_received', 'creator');
    case 'respond':
      return told(row.status === 'accepted' ? 'request_accepted' : 'request_countered', 'requester');
    case 'acceptCounter':
      return told('request_accepted', 'creator');
    case 'decline':
      return told('request_declined', 'requester');
    case 'withdraw':
      return told('request_withdrawn', 'creator');
    case 'deliver':
      return told('request_delivered', 'requester');
    case 'dispute':
      return told('request_disputed', 'creator');
    case 'decide':
      return told('request_decided', 'requester', 'creator');
    case 'lapse':
      return told('request_lapsed', 'requester', 'creator');
    default:
      return told('request_decided');
  }
}

/** Notices for one step of a request, in the state after it. */
export function noticesOf(row: RequestRow, step: Step | 'create' | 'decide'): Notice[] {
  const { kind, to } = tellingOf(row, step);
  const isActed = step !== 'decide' && step !== 'lapse';
  return to.map((side) => ({
    kind,
    to: { profileId: side === 'creator' ? row.creator_id : row.requester_id },
    key: `request:${row.id}:${row.version}`,
    subject: row.title,
    ...(isActed ? { actorId: side === 'creator' ? row.requester_id : row.creator_id } : {}),
  }));
}
