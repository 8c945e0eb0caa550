import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { deadlineChoices, deliveryEstimates, RequestStatus, requestContentTypes } from '@vlam/contract/requests';
import type { TagTone } from '../../components/ui/tag.tsx';

/** The colours of the specification: pending yellow, accepted blue, completed green, declined red. */
export const statusLooks: Record<RequestStatus, { tone: TagTone; word: MessageDescriptor }> = {
  pending: { tone: 'warning', word: msg`Pending` },
  accepted: { tone: 'info', word: msg`Accepted` },
  completed: { tone: 'online', word: msg`Completed` },
  declined: { tone: 'danger', word: msg`Declined` },
  withdrawn: { tone: 'neutral', word: msg`Withdrawn` },
  lapsed: { tone: 'neutral', word: msg`Lapsed` },
  disputed: { tone: 'warning', word: msg`Disputed` },
  resolved: { tone: 'info', word: msg`Decided` },
};

export const typeWords: Record<(typeof requestContentTypes)[number], MessageDescriptor> = {
  photo: msg`Photo`,
  video: msg`Video`,
  live_show: msg`Live show`,
};

export const deadlineWords: Record<(typeof deadlineChoices)[number], MessageDescriptor> = {
  '24h': msg`Within 24 hours`,
  '3days': msg`Within 3 days`,
  week: msg`Within a week`,
  '2weeks': msg`Within 2 weeks`,
  none: msg`No deadline`,
};

export const estimateWords: Record<(typeof deliveryEstimates)[number], MessageDescriptor> = {
  today: msg`Today`,
  tomorrow: msg`Tomorrow`,
  '2-3days': msg`2-3 days`,
  week: msg`Within a week`,
};
