import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { deadlineChoices, deliveryEstimates, RequestStatus, requestContentTypes } from '@vlam/contract/requests';
import type { TagTone } from '../../components/ui/tag.tsx';

/** The colours of the specification: pending yellow, accepted blue, completed green, declined red. */
export const requestStatusLabels: Record<RequestStatus, { tone: TagTone; label: MessageDescriptor }> = {
  pending: { tone: 'warning', label: msg`Pending` },
  accepted: { tone: 'info', label: msg`Accepted` },
  completed: { tone: 'online', label: msg`Completed` },
  declined: { tone: 'danger', label: msg`Declined` },
  withdrawn: { tone: 'neutral', label: msg`Withdrawn` },
  lapsed: { tone: 'neutral', label: msg`Lapsed` },
  disputed: { tone: 'warning', label: msg`Disputed` },
  resolved: { tone: 'info', label: msg`Decided` },
};

export const requestTypeLabels: Record<(typeof requestContentTypes)[number], MessageDescriptor> = {
  photo: msg`Photo`,
  video: msg`Video`,
  live_show: msg`Live show`,
};

export const deadlineLabels: Record<(typeof deadlineChoices)[number], MessageDescriptor> = {
  '24h': msg`Within 24 hours`,
  '3days': msg`Within 3 days`,
  week: msg`Within a week`,
  '2weeks': msg`Within 2 weeks`,
  none: msg`No deadline`,
};

export const deliveryEstimateLabels: Record<(typeof deliveryEstimates)[number], MessageDescriptor> = {
  today: msg`Today`,
  tomorrow: msg`Tomorrow`,
  '2-3days': msg`2-3 days`,
  week: msg`Within a week`,
};
