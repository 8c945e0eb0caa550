import { sharesOperations } from '@vlam/contract/administration-shares';
import { type BoundOperation, bind } from '../../../platform/operation.ts';
import type { AdministrationService } from '../service.ts';

export const sharesRoutes = ({ shareDesk }: Pick<AdministrationService, 'shareDesk'>): BoundOperation[] =>
  bind(sharesOperations, {
    adminRevenueShares: () => shareDesk.list(),
    planRevenueShare: ({ viewer, body }) => shareDesk.plan(viewer, body),
    withdrawRevenueShare: ({ viewer, params }) => shareDesk.withdraw(viewer, params.id),
  });
