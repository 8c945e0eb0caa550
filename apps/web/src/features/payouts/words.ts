import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PayoutView, RevenueSource } from '@vlam/contract/payouts';
import type { TagTone } from '../../components/ui/tag.tsx';

export const sourceWords: Record<RevenueSource, MessageDescriptor> = {
  content: msg`Content sales`,
  tips: msg`Tips`,
  subscriptions: msg`Subscriptions`,
  requests: msg`Custom requests`,
  bundles: msg`Bundles`,
  gifts: msg`Gifts`,
  calls: msg`Calls`,
  messages: msg`Messages`,
};

export const payoutLooks: Record<PayoutView['status'], { tone: TagTone; word: MessageDescriptor }> = {
  requested: { tone: 'warning', word: msg`Requested` },
  approved: { tone: 'info', word: msg`Approved` },
  sent: { tone: 'online', word: msg`Sent` },
  failed: { tone: 'danger', word: msg`Failed` },
  reversed: { tone: 'danger', word: msg`Reversed` },
};
