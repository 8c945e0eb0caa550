import { moderationOperations } from '@vlam/contract/moderation';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { hasPermission } from '../../platform/viewer.ts';
import type { AgeVerificationService } from '../age-verification/service.ts';
import type { ContentService } from '../content/service.ts';
import type { PaymentsService } from '../payments/service.ts';
import type { PayoutsService } from '../payouts/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import type { RequestsService } from '../requests/service.ts';
import type { ModerationService } from './service.ts';

export const moderationRoutes = ({
  moderation,
  profiles,
  content,
  requests,
  ageVerification,
  payments,
  payouts,
  takedowns,
}: {
  moderation: ModerationService;
  profiles: Pick<ProfilesService, 'countWaitingPhotos' | 'countPhotoChecks'>;
  content: Pick<ContentService, 'countWaiting'>;
  requests: Pick<RequestsService, 'disputes'>;
  ageVerification: Pick<AgeVerificationService, 'reviews'>;
  payments: Pick<PaymentsService, 'countFlagged'>;
  payouts: Pick<PayoutsService, 'decisions'>;
  takedowns: { countWaiting(): Promise<{ open: number; late: number }> };
}): BoundOperation[] => {
  const { staff } = moderation;
  return bind(moderationOperations, {
    report: ({ viewer, body }) => moderation.report(viewer, body),
    listReports: ({ viewer, query }) => staff.list(viewer, query.status),
    openReport: ({ viewer, params }) => staff.open(viewer, params.id),
    resolveReport: ({ viewer, body }) => staff.resolve(viewer, body),
    dismissReport: ({ viewer, body }) => staff.dismiss(viewer, body),
    async staffWaiting({ viewer }) {
      const managesMoney = hasPermission(viewer, 'manage_money');
      const [reports, disputes, photos, photoChecks, waiting, desk, ageReviews, flagged, asked] = await Promise.all([
        staff.countWaiting(),
        requests.disputes.countWaiting(viewer),
        profiles.countWaitingPhotos(),
        profiles.countPhotoChecks(),
        content.countWaiting(),
        takedowns.countWaiting(),
        hasPermission(viewer, 'view_identity') ? ageVerification.reviews.countWaiting() : null,
        managesMoney ? payments.countFlagged() : 0,
        managesMoney ? payouts.decisions.countWaiting() : 0,
      ]);
      return {
        reports,
        disputes,
        photos,
        photoChecks,
        content: waiting,
        takedowns: desk.open,
        lateTakedowns: desk.late,
        ageReviews,
        payments: managesMoney ? flagged + asked : null,
      };
    },
  });
};
