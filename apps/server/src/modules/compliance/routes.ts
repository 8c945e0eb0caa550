import { type ComplianceStatus, complianceOperations } from '@vlam/contract/compliance';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { Viewer } from '../../platform/viewer.ts';

export const complianceRoutes = (deps: {
  /** Joined from several modules. */
  complianceStatus(viewer: Viewer): Promise<ComplianceStatus>;
}): BoundOperation[] => bind(complianceOperations, { complianceStatus: ({ viewer }) => deps.complianceStatus(viewer) });
