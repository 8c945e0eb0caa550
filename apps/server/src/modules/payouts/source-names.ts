import type { RevenueSource } from '@vlam/contract/payouts';

export const sourceNames: Readonly<Record<RevenueSource, string>> = {
  content: 'Content sales',
  tips: 'Tips',
  subscriptions: 'Subscriptions',
  requests: 'Custom requests',
  bundles: 'Bundles',
  gifts: 'Gifts',
  calls: 'Video calls',
  messages: 'Messages',
  lives: 'Live shows',
  referrals: 'Referrals',
};
