import { reportsOperations } from '@vlam/contract/reports';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { ModerationService } from './service.ts';

export const moderationRoutes = ({ moderation }: { moderation: ModerationService }): BoundOperation[] =>
  bind(reportsOperations, { report: ({ viewer, body }) => moderation.report(viewer, body) });
