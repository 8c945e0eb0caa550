import { vipOperations } from '@vlam/contract/vip';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { VipService } from './service.ts';

export const vipRoutes = ({ vip }: { vip: VipService }): BoundOperation[] =>
  bind(vipOperations, {
    listVipTiers: () => vip.listTiers(),
    ownVip: ({ viewer }) => vip.ownMembership(viewer),
    subscribeVip: ({ viewer, body }) => vip.subscribe(viewer, body.tierId),
    stopVip: ({ viewer }) => vip.stop(viewer),
    resumeVip: ({ viewer }) => vip.resume(viewer),
  });
