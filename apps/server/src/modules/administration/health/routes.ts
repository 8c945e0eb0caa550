import { healthOperations } from '@vlam/contract/administration-health';
import { type BoundOperation, bind } from '../../../platform/operation.ts';
import type { AdministrationService } from '../service.ts';

export const healthRoutes = ({ healthDesk }: Pick<AdministrationService, 'healthDesk'>): BoundOperation[] =>
  bind(healthOperations, {
    systemHealth: () => healthDesk.get(),
    listDeadJobs: ({ query }) => healthDesk.listDead(query),
    runDeadJobs: ({ viewer, body }) => healthDesk.run(viewer, body.ids),
    discardDeadJobs: ({ viewer, body }) => healthDesk.discard(viewer, body.ids, body.reason),
  });
