import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Platform } from './context-faces.ts';
import { createFindCurrentUser } from './current-user.ts';
import { createAdministrationService } from './modules/administration/service.ts';
import { createAgeVerificationService } from './modules/age-verification/service.ts';
import { type CallsService, createCallsService } from './modules/calls/service.ts';
import { createComplianceService } from './modules/compliance/service.ts';
import { createContentService } from './modules/content/service.ts';
import { createCreditsService } from './modules/credits/service.ts';
import { createDiscoveryService } from './modules/discovery/service.ts';
import { createGiftsService, type GiftsService } from './modules/gifts/service.ts';
import { createIdentityService } from './modules/identity/service.ts';
import { createLivesService } from './modules/lives/service.ts';
import { createLocationsService } from './modules/locations/service.ts';
import { createMarketplaceService, openByBundle } from './modules/marketplace/service.ts';
import { createMatchingService } from './modules/matching/service.ts';
import { createMediaService } from './modules/media/service.ts';
import { createMessagingService, listOwedAnswers } from './modules/messaging/service.ts';
import { createChatTools, createMessageMedia } from './modules/messaging/tools.ts';
import { createModerationService } from './modules/moderation/service.ts';
import { createNotificationsService } from './modules/notifications/service.ts';
import { createPaymentsService, pauseOf } from './modules/payments/service.ts';
import { createPayoutsService } from './modules/payouts/service.ts';
import { createProfilesService } from './modules/profiles/service.ts';
import { createRequestsService, hasAsked } from './modules/requests/service.ts';
import { createSocialService, followedCreators, followersOf, likedBy, tipsByItem } from './modules/social/service.ts';
import { createSubscriptionsService } from './modules/subscriptions/service.ts';
import { createVipService } from './modules/vip/service.ts';
import { createMoreFigures } from './more-figures.ts';
import { createNoticeRules } from './notice-rules.ts';
import { ownersOfReported } from './owners-of-reported.ts';
import { createPersonPage } from './person-page.ts';
import { coalesce } from './platform/coalesce.ts';
import { createIdempotencyStore } from './platform/idempotency.ts';
import { createJobs } from './platform/jobs.ts';
import { createMailer } from './platform/mailer.ts';
import { createMetrics } from './platform/metrics.ts';
import { createNotify } from './platform/notices.ts';
import { createRateLimiter } from './platform/rate-limit.ts';
import { createRealtime } from './platform/realtime.ts';
import { tellBalances, tellGifts, tellMessages } from './tell-members.ts';

export type { Context, Platform } from './context-faces.ts';

const discoveryNoticeMs = 1_000;

const packageFile = join(import.meta.dirname, '../../../package.json');

export function createContext(platform: Platform): Context {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const { config, database, clock, logger } = platform;
  const { db } = database;
  const jobs = createJobs();
  const notify = createNotify(jobs);
  const mailer = createMailer({ config, db, clock, jobs });
  const base = { config, database, clock, logger, jobs, mailer, notify };
  const metrics = createMetrics();
  const rateLimiter = platform.rateLimiter ?? createRateLimiter();
  const realtime = createRealtime({
    ...platform,
    metrics,
    rateLimiter,
    findSession: (token) => identity.standingSession(token),
    useSession: (token) => identity.authenticateToken(token),
    watchAccess: () => identity.watchAccess(),
    seen: (profileId) => profiles.seen(profileId),
  });
  realtime.addTopics('discovery', 'everybody');
  const credits = createCreditsService({
    database,
    clock,
    logger,
    onMoved: tellBalances(realtime, () => credits),
    originOf: (on, accountId) => identity.originOf(on, accountId),
  });
  const compliance = createComplianceService({ db, clock });
  // What a lower module needs of a higher one is handed down as a function, called when all of them stand.
  const identity = createIdentityService({
    ...base,
    findCurrentUser: createFindCurrentUser(database, clock),
    setHidden: (on, accountId, hidden) => profiles.setHidden(on, accountId, hidden),
    onEmailConfirmed: (tx, accountId) => profiles.addressConfirmed(tx, accountId),
    creditBalance: async (accountId) => (await credits.balance(accountId)).balance,
  });
  const payments = createPaymentsService({
    ...base,
    identity,
    credits,
    compliance,
    adapters: platform.paymentAdapters ?? [],
  });
  const media = createMediaService({
    config,
    db,
    clock,
    jobs,
    onSettled: ({ id, ownerId }) => realtime.toAccount(ownerId, 'media.updated', { id }),
  });
  const ageVerification = createAgeVerificationService({
    config,
    db,
    clock,
    jobs,
    mailer,
    compliance,
    identity,
    async markAgeVerified(on, accountId, at) {
      await identity.markAgeVerified(on, accountId, at);
      await profiles.confirmAdult(on, accountId, at);
    },
    async markAgeUnverified(on, accountId) {
      await identity.markAgeVerified(on, accountId, null);
      await profiles.withdrawAdult(on, accountId);
    },
    markIdentityChecked: (on, accountId, at) => profiles.setIdentityChecked(on, accountId, at),
  });
  const profiles = createProfilesService({
    database,
    clock,
    logger,
    jobs,
    identity,
    ageVerification,
    async earnedCents(profileIds) {
      const [kept, withdrawn] = await Promise.all([credits.earnedCents(profileIds), payouts.withdrawnBy(profileIds)]);
      return new Map(profileIds.map((id) => [id, (kept.get(id) ?? 0n) + (withdrawn.get(id) ?? 0n)]));
    },
    completePage: (viewer, facts) => completePage(viewer, facts),
    grantProfileBonus: async (accountId) => void (await credits.profileBonus(accountId)),
    searchContent: (viewer, text) => content.search(viewer, text),
    onPeopleChanged: (on, ids) => discovery.refresh(on, ids),
    onPriceChange: (tx, id) => subscriptions.priceChanged(tx, id),
    onCityChange: (on, id, before, after) => discovery.changeCity(on, id, before, after),
    onSeen: (ids) => discovery.noteSeen(ids),
    autoDelete: {
      of: (profileId) => messaging.autoDeleteOf(profileId),
      set: (tx, profileId, minutes) => messaging.setAutoDelete(tx, profileId, minutes),
    },
  });
  const payouts = createPayoutsService({
    config,
    database,
    clock,
    mailer,
    notify,
    identity,
    credits,
    compliance,
    tipsByItem: (profileId, from) => tipsByItem(db, profileId, from),
    countSubscribers: ({ accountId }) => profiles.subscriberCountOf(accountId),
    namesOf: profiles.namesByAccount,
    listOwnItems: (viewer, profileId) => content.listByCreator(viewer, profileId, {}),
    listItems: (viewer, ids) => content.listByIds(viewer, ids),
  });
  const selling = { ...base, till: payments, credits, identity };
  const vip = createVipService(selling);
  const subscriptions = createSubscriptionsService({
    ...selling,
    compliance,
    profiles,
    onSubscribed: (tx, pairs) => chat.queueWelcomes(tx, pairs),
  });
  const locations = createLocationsService({
    ...base,
    identity,
    compliance,
    profiles,
    personCards: (viewer, ids) => discovery.cardsOf(viewer, ids),
    placesChanged: (tx, ids) => discovery.refresh(tx, ids),
  });
  const content = createContentService({
    database,
    clock,
    config,
    logger,
    identity,
    profiles,
    credits,
    notify,
    pauseOf,
    requireNoPause: payments.requireNoPause,
    media,
    likedBy,
    openByBundle,
    isDelivered: async (on, mediaId) => (await requests.isDelivered(on, mediaId)) || messageMedia.isSent(on, mediaId),
    followedCreators,
  });
  const discovery = createDiscoveryService({
    config,
    database,
    clock,
    logger,
    countLive: () => lives.countLive(),
    changed: coalesce(discoveryNoticeMs, (parts) =>
      realtime.toTopic('discovery', 'discovery.changed', { parts: [...parts] }),
    ),
    realtime,
    notify,
    profiles,
    vip,
    travelCityOf: locations.travel.travelCityOf,
    responseTimesOf: (ids) => messaging.responseTimesOf(ids),
    onMatch: (tx, one, other) => messaging.openMatch(tx, one, other),
    countUnread: async (viewer) => (viewer?.ageVerified ? (await messaging.countUnread(viewer.profileId)).unread : 0),
    moreFigures: () => moreFigures(),
    earnedByAll: async () => (await credits.earnedByAll()) + (await payouts.withdrawnByAll()),
  });
  const social = createSocialService({
    database,
    clock,
    logger,
    notify,
    identity,
    profiles,
    content,
    till: payments,
  });
  const messageMedia = createMessageMedia({
    database,
    clock,
    identity,
    media,
    isUsedElsewhere: async (on, mediaId) =>
      (await content.isPublishedFile(on, mediaId)) || requests.isDelivered(on, mediaId),
    reportedOf: (on, attachmentIds) => moderation.reportedOf(on, attachmentIds),
  });
  const messaging = createMessagingService({
    media: messageMedia,
    database,
    clock,
    logger,
    jobs,
    realtime,
    credits,
    profiles,
    vip,
    cardsOf: discovery.cardsOf,
    requireMayBuy: payments.requireMayBuy,
    onSent: tellMessages({ db, clock, logger, notify }),
    onRead: (on, read) => notifications.readMessagesOf(on, read),
    knownTo: async (on, who, profileIds) =>
      new Set([
        ...(await discovery.listFlamersOf(on, who, profileIds)),
        ...(await subscriptions.listRunningWith(on, who, profileIds)),
      ]),
    listOwed: listOwedAnswers({ clock, hasAsked }),
  });
  const chat = createChatTools({
    database,
    clock,
    jobs,
    notify,
    profiles,
    credits,
    media: messageMedia,
    messaging,
    followersOf,
    requireMayBuy: payments.requireMayBuy,
    onTip: (tx, { id, ...tip }) => calls.noteGiving(tx, { ...tip, kind: 'tip', reference: id, giftId: null }),
  });
  const matching = createMatchingService({ database, clock, jobs, profiles, discovery, messaging });
  const lives = createLivesService({ db });
  const marketplace = createMarketplaceService({
    database,
    clock,
    profiles,
    content,
    credits,
    requireMayBuy: payments.requireMayBuy,
  });
  const administration = createAdministrationService({ db, credits, payouts, profiles, identity });
  const tellGift = tellGifts({ realtime, logger, notify, gifts: () => gifts, hasMuted: messaging.hasMuted });
  const gifts: GiftsService = createGiftsService({
    database,
    clock,
    profiles,
    credits,
    requireMayBuy: payments.requireMayBuy,
    async onSent(tx, gift) {
      await chat.showGift(tx, gift);
      await tellGift(tx, gift);
      const { id: reference, senderId, recipientId, giftId, credits: price, at } = gift;
      await calls.noteGiving(tx, { senderId, recipientId, kind: 'gift', reference, giftId, credits: price, at });
    },
  });
  const calls: CallsService = createCallsService({
    config,
    database,
    clock,
    logger,
    rateLimiter,
    realtime,
    notify,
    compliance,
    profiles,
    credits,
    requireMayBuy: payments.requireMayBuy,
    hasMuted: messaging.hasMuted,
  });
  const requests = createRequestsService({
    ...base,
    identity,
    compliance,
    profiles,
    media,
    content,
    credits,
    mayRequestContent: vip.mayRequestContent,
    requireMayBuy: payments.requireMayBuy,
  });
  const moreFigures = createMoreFigures({ calls, gifts, marketplace, requests });
  const completePage = createPersonPage({
    ...{ discovery, subscriptions, social, matching, messaging },
    ...{ calls, marketplace, requests },
  });
  const moderation = createModerationService({
    config,
    database,
    clock,
    notify,
    identity,
    compliance,
    profiles,
    chosenMessages: messaging.chosenMessages,
    latestMessages: messaging.latestMessages,
    attachmentsWith: messageMedia.attachmentsWith,
    presentReported: messageMedia.presentReported,
    owners: ownersOfReported({ messaging, profiles, content, social, locations, discovery, requests, calls }),
  });
  const notifications = createNotificationsService({
    config,
    database,
    clock,
    jobs,
    mailer,
    notify,
    realtime,
    identity,
    credits,
    profiles,
    subscribersOf: subscriptions.listSubscribers,
    ...createNoticeRules({ messaging, discovery }),
    pushTransport: platform.pushTransport,
  });
  media.setEntitlement(
    async (accountId, mediaId) =>
      (await content.mayView(accountId, mediaId)) ||
      (await requests.mayView(accountId, mediaId)) ||
      (await messageMedia.mayView(accountId, mediaId)) ||
      (await moderation.mayView(accountId, mediaId)),
  );
  return {
    ...platform,
    version,
    metrics,
    realtime,
    authenticate: identity.authenticate,
    mailer,
    identity,
    credits,
    payments,
    compliance,
    payouts,
    administration,
    media,
    ageVerification,
    vip,
    profiles,
    subscriptions,
    content,
    discovery,
    matching,
    messaging,
    chat,
    social,
    marketplace,
    gifts,
    calls,
    requests,
    locations,
    moderation,
    notifications,
    notify,
    rateLimiter,
    jobs,
    idempotency: createIdempotencyStore(database.pool),
    readiness: {
      database: () => database.pool.query('select 1'),
      ledger: credits.health,
      storage: media.checkStorage,
    },
  };
}
