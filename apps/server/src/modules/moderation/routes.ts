import { moderationOperations } from '@vlam/contract/moderation';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { hasPermission } from '../../platform/viewer.ts';
import type { AgeVerificationService } from '../age-verification/service.ts';
import type { RequestsService } from '../requests/service.ts';
import type { ModerationService } from './service.ts';

export const moderationRoutes = ({
  moderation,
  requests,
  ageVerification,
}: {
  moderation: ModerationService;
  requests: Pick<RequestsService, 'disputes'>;
  ageVerification: Pick<AgeVerificationService, 'reviews'>;
}): BoundOperation[] => {
  const { staff } = moderation;
  return bind(moderationOperations, {
    report: ({ viewer, body }) => moderation.report(viewer, body),
    listReports: ({ viewer, query }) => staff.list(viewer, query.status),
    openReport: ({ viewer, params }) => staff.open(viewer, params.id),
    resolveReport: ({ viewer, body }) => staff.resolve(viewer, body),
    dismissReport: ({ viewer, body }) => staff.dismiss(viewer, body),
    async staffWaiting({ viewer }) {
      const [reports, disputes, ageReviews] = await Promise.all([
        staff.countWaiting(),
        requests.disputes.countWaiting(viewer),
        hasPermission(viewer, 'view_identity') ? ageVerification.reviews.countWaiting() : null,
      ]);
      return { reports, disputes, ageReviews };
    },
  });
};
