import { type CallsService, createCallsService } from '../modules/calls/service.ts';
import { createDiscoveryService, type DiscoveryService } from '../modules/discovery/service.ts';
import { createGiftsService, type GiftsService } from '../modules/gifts/service.ts';
import { createLivesService, type LivesService } from '../modules/lives/service.ts';
import { createMatchingService, type MatchingService } from '../modules/matching/service.ts';
import { createListQuotaExempt, createMessagingService, type MessagingService } from '../modules/messaging/service.ts';
import { type ChatTools, createChatTools, createMessageMedia, type MessageMedia } from '../modules/messaging/tools.ts';
import { createRequestsService, hasSentRequest, type RequestsService } from '../modules/requests/service.ts';
import { followerIds } from '../modules/social/service.ts';
import { coalesce } from '../platform/coalesce.ts';
import type { Foundation } from './foundation.ts';
import type { Money } from './money.ts';
import type { People } from './people.ts';
import type { Publishing } from './publishing.ts';
import type { UpwardPorts } from './upward-ports.ts';

/** How members find each other, talk, call and ask. */
export interface Meeting {
  discovery: DiscoveryService;
  messageMedia: MessageMedia;
  messaging: MessagingService;
  chat: ChatTools;
  matching: MatchingService;
  lives: LivesService;
  calls: CallsService;
  gifts: GiftsService;
  requests: RequestsService;
}

type Earlier = Foundation & Money & People & Publishing;

/** `discovery.changed` is published at most once in this time, in milliseconds. */
const discoveryNoticeMs = 1_000;

export function createMeeting(earlier: Earlier, ports: UpwardPorts): Meeting {
  const { requireMayBuy } = earlier.payments;
  const discovery = createDiscovery(earlier, ports);
  const { messageMedia, messaging } = createMessages({ ...earlier, discovery }, ports);
  const calls = createCallsService({ ...earlier, requireMayBuy, hasMuted: messaging.hasMuted });
  const chat = createChatTools({
    ...earlier,
    media: messageMedia,
    messaging,
    followerIds,
    requireMayBuy,
    onTip: (tx, { id, ...tip }) => calls.addGiving(tx, { ...tip, kind: 'tip', reference: id, giftId: null }),
  });
  const matching = createMatchingService({ ...earlier, discovery, messaging });
  const lives = createLivesService({ db: earlier.database.db });
  const gifts = createGiftsService({
    ...earlier,
    requireMayBuy,
    hasMuted: messaging.hasMuted,
    async onSent(tx, gift) {
      await chat.showGift(tx, gift);
      const { id: reference, senderId, recipientId, giftId, credits: price, at } = gift;
      await calls.addGiving(tx, { senderId, recipientId, kind: 'gift', reference, giftId, credits: price, at });
    },
  });
  const requests = createRequestsService({
    ...earlier,
    mayRequestContent: earlier.vip.canRequestContent,
    requireMayBuy,
  });
  return { discovery, messageMedia, messaging, chat, matching, lives, calls, gifts, requests };
}

function createDiscovery(earlier: Earlier, ports: UpwardPorts): DiscoveryService {
  const { realtime, locations, credits, payouts } = earlier;
  realtime.addTopics('discovery', 'everybody');
  return createDiscoveryService({
    ...earlier,
    countLive: ports.countLive,
    changed: coalesce(discoveryNoticeMs, (parts) =>
      realtime.toTopic('discovery', 'discovery.changed', { parts: [...parts] }),
    ),
    travelCityOf: locations.travel.travelCityOf,
    responseTimesOf: ports.responseTimesOf,
    onMatch: ports.matched,
    countUnread: async (viewer) => (viewer?.ageVerified ? ports.countUnread(viewer.profileId) : 0),
    moreFigures: ports.moreFigures,
    earnedByAll: async () => (await credits.earnedByAll()) + (await payouts.sumAllWithdrawn()),
  });
}

function createMessages(earlier: Earlier & Pick<Meeting, 'discovery'>, ports: UpwardPorts) {
  const { clock, content, discovery, payments, subscriptions } = earlier;
  const messageMedia = createMessageMedia({
    ...earlier,
    isUsedElsewhere: async (on, mediaId) =>
      (await content.isPublishedFile(on, mediaId)) || ports.isFileDelivered(on, mediaId),
    reportedOf: ports.reportedAttachments,
  });
  const messaging = createMessagingService({
    ...earlier,
    media: messageMedia,
    cardsOf: discovery.cardsOf,
    requireMayBuy: payments.requireMayBuy,
    onRead: ports.messagesRead,
    knownTo: async (on, who, profileIds) =>
      new Set([
        ...(await discovery.listFlamersOf(on, who, profileIds)),
        ...(await subscriptions.listRunningWith(on, who, profileIds)),
      ]),
    listQuotaExempt: createListQuotaExempt({ clock, hasSentRequest }),
  });
  return { messageMedia, messaging };
}
