import { subscriptionsOperations } from '@vlam/contract/subscriptions';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { SubscriptionsService } from './service.ts';

export const subscriptionsRoutes = ({ subscriptions }: { subscriptions: SubscriptionsService }): BoundOperation[] =>
  bind(subscriptionsOperations, {
    checkSubscription: async ({ viewer, params }) => ({ subscribed: await subscriptions.check(viewer, params.id) }),
  });
