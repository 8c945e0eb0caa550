import { operations } from '@vlam/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { createComplianceStatus } from './joins/compliance-status.ts';
import { createIntentHandlers } from './joins/device-intents.ts';
import { administrationRoutes } from './modules/administration/routes.ts';
import { ageVerificationRoutes } from './modules/age-verification/routes.ts';
import { callsRoutes } from './modules/calls/routes.ts';
import { complianceRoutes } from './modules/compliance/routes.ts';
import { registerConsentFiles } from './modules/content/consent-streams.ts';
import { contentRoutes } from './modules/content/routes.ts';
import { creditsRoutes } from './modules/credits/routes.ts';
import { discoveryRoutes, systemRoutes } from './modules/discovery/routes.ts';
import { fansRoutes } from './modules/fans/routes.ts';
import { filmBoardRoutes } from './modules/film-board/routes.ts';
import { giftsRoutes } from './modules/gifts/routes.ts';
import { identityRoutes } from './modules/identity/routes.ts';
import { legalRoutes } from './modules/legal/routes.ts';
import { libraryRoutes } from './modules/library/routes.ts';
import { livesRoutes } from './modules/lives/routes.ts';
import { locationsRoutes, safetyContactRoutes } from './modules/locations/routes.ts';
import { marketplaceRoutes } from './modules/marketplace/routes.ts';
import { matchingRoutes } from './modules/matching/routes.ts';
import { registerMediaFiles } from './modules/media/file-routes.ts';
import { mediaRoutes } from './modules/media/routes.ts';
import { registerUploads } from './modules/media/upload-routes.ts';
import { messagingRoutes } from './modules/messaging/routes.ts';
import { moderationRoutes } from './modules/moderation/routes.ts';
import { notificationsRoutes } from './modules/notifications/routes.ts';
import { registerUnsubscribe } from './modules/notifications/unsubscribe-route.ts';
import { registerWebhooks } from './modules/payments/provider-events/webhook-route.ts';
import { paymentsRoutes } from './modules/payments/routes.ts';
import { payoutsRoutes } from './modules/payouts/routes.ts';
import { registerPhotos } from './modules/profiles/photos/routes.ts';
import { registerPortraits } from './modules/profiles/portrait-routes.ts';
import { profilesRoutes } from './modules/profiles/routes.ts';
import { recordsRoutes } from './modules/records/routes.ts';
import { referralsRoutes } from './modules/referrals/routes.ts';
import { requestsRoutes } from './modules/requests/routes.ts';
import { riskRoutes } from './modules/risk/routes.ts';
import { socialRoutes } from './modules/social/routes.ts';
import { subscriptionsRoutes } from './modules/subscriptions/routes.ts';
import { takedownsRoutes } from './modules/takedowns/routes.ts';
import { vipRoutes } from './modules/vip/routes.ts';
import { type Backfill, backfillTasks } from './platform/backfill.ts';
import { registerCompression } from './platform/compression.ts';
import type { JobTask } from './platform/jobs.ts';
import { registerOpenApi } from './platform/openapi-routes.ts';
import type { BoundOperation } from './platform/operation.ts';
import { providersWork } from './platform/process-figures.ts';
import { registerSecurityTxt } from './platform/security-txt.ts';
import { createStatus } from './platform/status.ts';
import { registerStatusPage } from './platform/status-route.ts';
import { registerWebPages } from './platform/web-pages.ts';

/** Every operation of the contract with its handler. */
export function boundOperations(context: Context): BoundOperation[] {
  const intents = createIntentHandlers(context);
  return [
    ...systemRoutes(context),
    ...identityRoutes(context),
    ...ageVerificationRoutes(context),
    ...profilesRoutes(context),
    ...discoveryRoutes(context),
    ...matchingRoutes(context),
    ...messagingRoutes(context),
    ...mediaRoutes(context),
    ...contentRoutes(context),
    ...socialRoutes(context),
    ...marketplaceRoutes(context),
    ...giftsRoutes(context),
    ...callsRoutes(context),
    ...livesRoutes(context),
    ...libraryRoutes(context),
    ...fansRoutes(context),
    ...requestsRoutes(context),
    ...subscriptionsRoutes(context),
    ...referralsRoutes(context),
    ...vipRoutes(context),
    ...paymentsRoutes(context),
    ...creditsRoutes({ ...context, intents }),
    ...payoutsRoutes(context),
    ...administrationRoutes(context),
    ...locationsRoutes(context),
    ...safetyContactRoutes(context),
    ...moderationRoutes({
      ...context,
      takedowns: context.takedowns.staff,
      countRiskCases: context.risk.cases.countWaiting,
    }),
    ...takedownsRoutes(context),
    ...legalRoutes(context),
    ...complianceRoutes({ compliance: context.compliance, complianceStatus: createComplianceStatus(context) }),
    ...filmBoardRoutes(context),
    ...recordsRoutes(context),
    ...riskRoutes(context),
    ...notificationsRoutes(context),
  ];
}

/** Routes that are not operations: files, uploads, pages. */
export async function registerRawRoutes(app: FastifyInstance, context: Context): Promise<void> {
  registerOpenApi(app, operations, context.version, context.rateLimiter);
  registerPortraits(app, context);
  registerPhotos(app, context);
  app.addHook('onResponse', async ({ viewer }) => {
    if (viewer?.profileId && viewer.ageVerified) context.profiles.recordSeen(viewer.profileId);
  });
  registerWebhooks(app, context);
  registerUnsubscribe(app, context);
  registerUploads(app, context);
  registerMediaFiles(app, context);
  registerConsentFiles(app, context);
  context.lives.registerStreams(app);
  registerSecurityTxt(app, context);
  const { config, credits, media, realtime } = context;
  registerStatusPage(app, {
    config,
    readStatus: createStatus({
      ...context,
      ledgerWorks: credits.health,
      storageWorks: media.checkStorage,
      busWorks: realtime.busWorks,
      providersWork,
    }),
  });
  registerWebPages(app, { ...context, figures: () => context.discovery.getFigures() });
  registerCompression(app);
}

/** Changes of stored rows in batches; each goes with the release that needs what it filled (docs/topics/versions.md). */
const backfills: readonly Backfill[] = [];

/** Background jobs of every module. */
export function jobTasks(context: Context): JobTask[] {
  return [
    ...backfillTasks(context.database.db, context.logger, backfills),
    ...context.mailer.tasks,
    ...context.idempotency.tasks,
    ...context.identity.tasks,
    ...context.compliance.tasks,
    ...context.ageVerification.tasks,
    ...context.credits.tasks,
    ...context.payments.tasks,
    ...context.media.tasks,
    ...context.profiles.tasks,
    ...context.filmBoard.tasks,
    ...context.content.tasks,
    ...context.matching.tasks,
    ...context.messaging.tasks,
    ...context.chat.tasks,
    ...context.moderation.words.tasks,
    ...context.messageMedia.tasks,
    ...context.discovery.tasks,
    ...context.lives.tasks,
    ...context.requests.tasks,
    ...context.locations.tasks,
    ...context.vip.tasks,
    ...context.subscriptions.tasks,
    ...context.fans.figures.tasks,
    ...context.payouts.tasks,
    ...context.administration.figures.tasks,
    ...context.takedowns.tasks,
    ...context.records.tasks,
    ...context.risk.tasks,
    ...context.notifications.tasks,
  ];
}
