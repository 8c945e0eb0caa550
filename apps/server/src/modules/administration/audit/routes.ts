import { auditOperations } from '@vlam/contract/administration-audit';
import { type BoundOperation, bind } from '../../../platform/operation.ts';
import type { Audit } from './audit.ts';

export const auditRoutes = ({ audit }: { audit: Audit }): BoundOperation[] =>
  bind(auditOperations, {
    auditLog: ({ query }) => audit.list(query),
    auditSummary: () => audit.summary(),
    logAdminAction: ({ viewer, body }) => audit.note(viewer, body),
  });
