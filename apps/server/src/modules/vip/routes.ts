import { vipOperations } from '@vlam/contract/vip';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { inRand } from '../../platform/shown-price.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { VipService } from './service.ts';

interface VipRoutesDependencies {
  vip: VipService;
  compliance: Pick<ComplianceService, 'withStartNowConsent'>;
}

export const vipRoutes = ({ vip, compliance }: VipRoutesDependencies): BoundOperation[] =>
  bind(vipOperations, {
    listVipTiers: () => vip.listTiers(),
    ownVip: ({ viewer }) => vip.getOwnMembership(viewer),
    subscribeVip: ({ viewer, body }) =>
      compliance.withStartNowConsent(
        { viewer, given: body.startNow, reference: body.tierId, price: inRand(body.price) },
        () => vip.subscribe(viewer, body.tierId, body.price),
      ),
    stopVip: ({ viewer }) => vip.stop(viewer),
    resumeVip: ({ viewer }) => vip.resume(viewer),
  });
