import { decisionsOperations } from '@vlam/contract/decisions';
import { moderationOperations } from '@vlam/contract/moderation';
import { moderationWordsOperations } from '@vlam/contract/moderation-words';
import type { Config } from '../../platform/config.ts';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { sendCsv } from '../../platform/send-csv.ts';
import { hasPermission } from '../../platform/viewer.ts';
import type { AgeVerificationService } from '../age-verification/service.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { ContentService } from '../content/service.ts';
import type { FilmBoardService } from '../film-board/service.ts';
import { createBrowserOf, type IdentityService } from '../identity/service.ts';
import type { PaymentsService } from '../payments/service.ts';
import type { PayoutsService } from '../payouts/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import type { RequestsService } from '../requests/service.ts';
import type { ModerationService } from './service.ts';

interface ModerationRoutes {
  moderation: ModerationService;
  compliance: Pick<ComplianceService, 'decisions'>;
  identity: Pick<IdentityService, 'verifySuspended'>;
  config: Config;
  profiles: Pick<ProfilesService, 'countWaitingPhotos' | 'countPhotoChecks' | 'countDocuments'>;
  content: Pick<ContentService, 'countWaiting'>;
  requests: Pick<RequestsService, 'disputes'>;
  filmBoard: { staff: Pick<FilmBoardService['staff'], 'countWaiting'> };
  ageVerification: Pick<AgeVerificationService, 'reviews'>;
  payments: Pick<PaymentsService, 'countFlagged'>;
  payouts: Pick<PayoutsService, 'decisions'>;
  takedowns: { countWaiting(): Promise<{ open: number; late: number }> };
  countRiskCases(): Promise<{ waiting: number; late: number }>;
}

export const moderationRoutes = (services: ModerationRoutes): BoundOperation[] => [
  ...reportRoutes(services),
  ...decisionRoutes(services),
  ...wordRoutes(services),
];

const wordRoutes = ({ moderation: { words } }: ModerationRoutes): BoundOperation[] =>
  bind(moderationWordsOperations, {
    listPhrases: () => words.list(),
    addPhrases: ({ viewer, body }) => words.add(viewer, body),
    removePhrase: ({ viewer, params }) => words.remove(viewer, params.id),
    listPhraseMatches: ({ query }) => words.listMatches(query),
  });

const decisionRoutes = ({ moderation, compliance, identity, config }: ModerationRoutes): BoundOperation[] => {
  const { decisions } = compliance;
  const browserOf = createBrowserOf(config);
  return bind(decisionsOperations, {
    async ownDecisions({ viewer, query }) {
      const [found, strikes] = await Promise.all([
        decisions.list(viewer.accountId, query),
        decisions.countStrikes(moderation.db, [viewer.accountId]),
      ]);
      return { ...found, strikes: strikes.get(viewer.accountId) ?? 0 };
    },
    appealDecision: ({ viewer, params, body }) => decisions.appeal(viewer.accountId, params.id, body.text),
    async appealSuspension({ body: { text, ...credentials }, request }) {
      await decisions.appealSuspension(await identity.verifySuspended(credentials, browserOf(request)), text);
    },
    listAppeals: ({ viewer, query }) => moderation.appeals.list(viewer, query),
    decideAppeal: ({ viewer, params, body }) => moderation.appeals.decide(viewer, params.id, body),
    warnMember: ({ viewer, body }) => moderation.appeals.warn(viewer, body),
  });
};

const reportRoutes = ({
  moderation,
  profiles,
  content,
  requests,
  ageVerification,
  payments,
  payouts,
  takedowns,
  filmBoard,
  countRiskCases,
}: ModerationRoutes): BoundOperation[] => {
  const { staff } = moderation;
  return bind(moderationOperations, {
    report: ({ viewer, body }) => moderation.report(viewer, body),
    listReports: ({ viewer, query }) => staff.list(viewer, query),
    reportTimes: () => staff.readTimes(),
    openReport: ({ viewer, params }) => staff.open(viewer, params.id),
    resolveReport: ({ viewer, body }) => staff.resolve(viewer, body),
    dismissReport: ({ viewer, body }) => staff.dismiss(viewer, body),
    bulkReports: ({ viewer, body }) => staff.batches.run(viewer, body),
    undoReports: ({ viewer, params }) => staff.batches.undo(viewer, params.id),
    exportReports: async ({ viewer, query, reply }) =>
      sendCsv(reply, 'vlam-reports.csv', await staff.exportCsv(viewer, query)),
    async staffWaiting({ viewer }) {
      const managesMoney = hasPermission(viewer, 'manage_money');
      const [
        reports,
        appeals,
        disputes,
        photos,
        photoChecks,
        waiting,
        desk,
        board,
        ageReviews,
        documents,
        flagged,
        asked,
        risk,
      ] = await Promise.all([
        staff.countWaiting(),
        moderation.appeals.countWaiting(),
        requests.disputes.countWaiting(viewer),
        profiles.countWaitingPhotos(),
        profiles.countPhotoChecks(),
        content.countWaiting(),
        takedowns.countWaiting(),
        hasPermission(viewer, 'manage_compliance') ? filmBoard.staff.countWaiting() : null,
        hasPermission(viewer, 'view_identity') ? ageVerification.reviews.countWaiting() : null,
        hasPermission(viewer, 'view_identity') ? profiles.countDocuments() : null,
        managesMoney ? payments.countFlagged() : 0,
        managesMoney ? payouts.decisions.countWaiting() : 0,
        managesMoney ? countRiskCases() : null,
      ]);
      return {
        reports: reports.open,
        lateReports: reports.late,
        appeals,
        disputes,
        photos,
        photoChecks,
        content: waiting,
        takedowns: desk.open,
        lateTakedowns: desk.late,
        ageReviews,
        documents,
        registrations: board?.waiting ?? null,
        lateRegistrations: board?.late ?? 0,
        payments: managesMoney ? flagged + asked : null,
        riskCases: risk?.waiting ?? null,
        lateRiskCases: risk?.late ?? 0,
      };
    },
  });
};
