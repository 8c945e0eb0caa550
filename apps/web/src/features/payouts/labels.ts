import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PayoutView, RevenueSource } from '@vlam/contract/payouts';
import type { TagTone } from '../../components/ui/tag.tsx';

export const revenueSourceLabels: Record<RevenueSource, MessageDescriptor> = {
  content: msg`Content sales`,
  tips: msg`Tips`,
  subscriptions: msg`Subscriptions`,
  requests: msg`Custom requests`,
  bundles: msg`Bundles`,
  gifts: msg`Gifts`,
  calls: msg`Calls`,
  lives: msg`Live shows`,
  referrals: msg`Referrals`,
  messages: msg`Messages`,
};

export const payoutStatusLabels: Record<PayoutView['status'], { tone: TagTone; label: MessageDescriptor }> = {
  requested: { tone: 'warning', label: msg`Requested` },
  approved: { tone: 'info', label: msg`Approved` },
  sent: { tone: 'online', label: msg`Sent` },
  failed: { tone: 'danger', label: msg`Failed` },
  reversed: { tone: 'danger', label: msg`Reversed` },
};
