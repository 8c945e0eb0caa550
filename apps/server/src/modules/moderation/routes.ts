import { reportsOperations } from '@vlam/contract/reports';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import type { RequestsService } from '../requests/service.ts';
import type { ModerationService } from './service.ts';

export const moderationRoutes = ({
  moderation,
  requests,
}: {
  moderation: ModerationService;
  requests: Pick<RequestsService, 'disputes'>;
}): BoundOperation[] => {
  const { staff } = moderation;
  return bind(reportsOperations, {
    report: ({ viewer, body }) => moderation.report(viewer, body),
    listReports: ({ viewer, query }) => staff.list(viewer, query.status),
    resolveReport: ({ viewer, body }) => staff.resolve(viewer, body),
    dismissReport: ({ viewer, body }) => staff.dismiss(viewer, body),
    async staffWaiting({ viewer }) {
      const [reports, disputes] = await Promise.all([staff.countWaiting(), requests.disputes.countWaiting(viewer)]);
      return { reports, disputes };
    },
  });
};
