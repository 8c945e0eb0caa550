import type { FastifyRequest } from 'fastify';
import type { AdministrationService } from './modules/administration/service.ts';
import type { AgeVerificationService } from './modules/age-verification/service.ts';
import type { CallsService } from './modules/calls/service.ts';
import type { ComplianceService } from './modules/compliance/service.ts';
import type { ContentService } from './modules/content/service.ts';
import type { CreditsService } from './modules/credits/service.ts';
import type { DiscoveryService } from './modules/discovery/service.ts';
import type { GiftsService } from './modules/gifts/service.ts';
import type { IdentityService } from './modules/identity/service.ts';
import type { LocationsService } from './modules/locations/service.ts';
import type { MarketplaceService } from './modules/marketplace/service.ts';
import type { MatchingService } from './modules/matching/service.ts';
import type { MediaService } from './modules/media/service.ts';
import type { MessagingService } from './modules/messaging/service.ts';
import type { ChatTools } from './modules/messaging/tools.ts';
import type { ModerationService } from './modules/moderation/service.ts';
import type { NotificationsService, PushTransport } from './modules/notifications/service.ts';
import type { PaymentProviderAdapter, PaymentsService } from './modules/payments/service.ts';
import type { PayoutsService } from './modules/payouts/service.ts';
import type { ProfilesService } from './modules/profiles/service.ts';
import type { RequestsService } from './modules/requests/service.ts';
import type { SocialService } from './modules/social/service.ts';
import type { SubscriptionsService } from './modules/subscriptions/service.ts';
import type { VipService } from './modules/vip/service.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import type { IdempotencyStore } from './platform/idempotency.ts';
import type { Jobs } from './platform/jobs.ts';
import type { Logger } from './platform/logger.ts';
import type { Mailer } from './platform/mailer.ts';
import type { Metrics } from './platform/metrics.ts';
import type { Notify } from './platform/notices.ts';
import type { RateLimiter } from './platform/rate-limit.ts';
import type { Realtime } from './platform/realtime.ts';
import type { Viewer } from './platform/viewer.ts';

export interface Platform {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Tests bring one with wider budgets. */
  rateLimiter?: RateLimiter;
  /** Within how many milliseconds a connection may say only so much; benches bring none at all. */
  floodWindowMs?: number;
  /** Tests bring one of their own. */
  paymentAdapters?: readonly PaymentProviderAdapter[];
  /** Tests bring one of their own. */
  pushTransport?: PushTransport;
}

/** Everything a route, job or handler may need, built once per process in the order of the ranks. */
export interface Context extends Platform {
  version: string;
  metrics: Metrics;
  /** Who holds the request's session cookie, or null. */
  authenticate(request: FastifyRequest): Promise<Viewer | null>;
  rateLimiter: RateLimiter;
  jobs: Jobs;
  mailer: Mailer;
  realtime: Realtime;
  identity: IdentityService;
  credits: CreditsService;
  compliance: ComplianceService;
  payouts: PayoutsService;
  administration: AdministrationService;
  media: MediaService;
  payments: PaymentsService;
  ageVerification: AgeVerificationService;
  vip: VipService;
  profiles: ProfilesService;
  subscriptions: SubscriptionsService;
  content: ContentService;
  discovery: DiscoveryService;
  matching: MatchingService;
  messaging: MessagingService;
  chat: ChatTools;
  social: SocialService;
  marketplace: MarketplaceService;
  gifts: GiftsService;
  calls: CallsService;
  requests: RequestsService;
  locations: LocationsService;
  moderation: ModerationService;
  notifications: NotificationsService;
  notify: Notify;
  idempotency: IdempotencyStore;
  /** Named checks of `/readyz`; each rejects when what it looks at cannot serve. */
  readiness: Record<string, () => Promise<unknown>>;
}

/** Browsers hear at most this often that something of discovery is different. */
