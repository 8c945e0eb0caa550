import { paidSubscriptionsOperations, subscriptionsOperations } from '@vlam/contract/subscriptions';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { SubscriptionsService } from './service.ts';

export const subscriptionsRoutes = ({ subscriptions }: { subscriptions: SubscriptionsService }): BoundOperation[] => [
  ...bind(subscriptionsOperations, {
    checkSubscription: async ({ viewer, params }) => ({ subscribed: await subscriptions.check(viewer, params.id) }),
  }),
  ...bind(paidSubscriptionsOperations, {
    subscribe: ({ viewer, body }) => subscriptions.subscribe(viewer, body),
    listSubscriptions: ({ viewer }) => subscriptions.listOwn(viewer),
    stopSubscription: ({ viewer, params }) => subscriptions.stop(viewer, params.id),
    resumeSubscription: ({ viewer, params }) => subscriptions.resume(viewer, params.id),
  }),
];
