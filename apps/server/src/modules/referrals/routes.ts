import { referralsOperations } from '@vlam/contract/referrals';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { ReferralsService } from './service.ts';

export const referralsRoutes = ({ referrals }: { referrals: ReferralsService }): BoundOperation[] =>
  bind(referralsOperations, {
    ownReferrals: ({ viewer }) => referrals.getOwn(viewer),
    memberReferrals: ({ params }) => referrals.desk.listOf(params.id),
    async endReferral({ viewer, params, body }) {
      await referrals.desk.end(viewer, params.id, body.reason);
      return undefined;
    },
  });
