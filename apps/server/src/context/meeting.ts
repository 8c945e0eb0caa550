import { fanFigureReads } from '../joins/fan-figures.ts';
import { countFans, findFollowedSince, listFanFacts, listFans, membersOfOwnList } from '../joins/fan-lists.ts';
import { listLibraryFiles, lockUnusedFile, sumLibrary } from '../joins/library-files.ts';
import { listLibraryUses } from '../joins/library-uses.ts';
import { createFindReuseProblem } from '../joins/reuse-problem.ts';
import { type CallsService, createCallsService } from '../modules/calls/service.ts';
import { createDiscoveryService, type DiscoveryService } from '../modules/discovery/service.ts';
import { createFans, type Fans } from '../modules/fans/service.ts';
import { createGiftsService, type GiftsService } from '../modules/gifts/service.ts';
import { type Albums, createAlbums, createLibrary, type Library } from '../modules/library/service.ts';
import { createLivesService, type LivesService } from '../modules/lives/service.ts';
import { createMatchingService, type MatchingService } from '../modules/matching/service.ts';
import { type CreatorTools, createCreatorTools } from '../modules/messaging/creator-tools/creator-tools.ts';
import { createMessageMedia, type MessageMedia } from '../modules/messaging/media/media.ts';
import { createSelling, type Selling } from '../modules/messaging/selling/selling.ts';
import { createListQuotaExempt, createMessagingService, type MessagingService } from '../modules/messaging/service.ts';
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
  chat: Selling & CreatorTools;
  matching: MatchingService;
  lives: LivesService;
  calls: CallsService;
  gifts: GiftsService;
  requests: RequestsService;
  library: Library;
  albums: Albums;
  fans: Fans;
}

type Earlier = Foundation & Money & People & Publishing;

const libraryReads = {
  listFiles: listLibraryFiles,
  listUses: listLibraryUses,
  sumFiles: sumLibrary,
  lockUnused: lockUnusedFile,
};

const fanReads = { listFans, listFanFacts, countFans, findFollowedSince };

/** `discovery.changed` is published at most once in this time, in milliseconds. */
const discoveryNoticeMs = 1_000;

export function createMeeting(earlier: Earlier, ports: UpwardPorts): Meeting {
  const { requireMayBuy } = earlier.payments;
  const discovery = createDiscovery(earlier, ports);
  const { messageMedia, messaging } = createMessages({ ...earlier, discovery }, ports);
  const calls = createCallsService({ ...earlier, requireMayBuy, hasMuted: messaging.hasMuted });
  const chat = {
    ...createSelling({
      ...earlier,
      media: messageMedia,
      messaging,
      requireMayBuy,
      onTip: (tx, { id, ...tip }) => calls.addTipOrGift(tx, { ...tip, kind: 'tip', reference: id, giftId: null }),
    }),
    ...createCreatorTools({
      ...earlier,
      media: messageMedia,
      messaging,
      followerIds,
      membersOfList: membersOfOwnList,
      onRead: ports.messagesRead,
    }),
  };
  const matching = createMatchingService({ ...earlier, discovery, messaging });
  const lives = createLivesService({
    ...earlier,
    requireMayBuy,
    findSession: earlier.identity.findValidSession,
    onPrivateEnded: (tx, ended) => requests.settleShow(tx, ended),
  });
  const gifts = createGiftsService({
    ...earlier,
    requireMayBuy,
    hasMuted: messaging.hasMuted,
    giftToLive: lives.giftTo,
    async onSent(tx, gift) {
      await chat.showGift(tx, gift);
      const { id: reference, senderId, recipientId, giftId, credits: price, at } = gift;
      await calls.addTipOrGift(tx, { senderId, recipientId, kind: 'gift', reference, giftId, credits: price, at });
    },
  });
  const requests: RequestsService = createRequestsService({
    ...earlier,
    shows: lives,
    isFileShown: async (on, mediaId) =>
      (await earlier.content.isPublishedFile(on, mediaId)) || earlier.profiles.isPhoto(on, mediaId),
    async isFileUsed(on, mediaIds) {
      for (const id of mediaIds)
        if (
          (await earlier.content.isPublishedFile(on, id)) ||
          (await earlier.profiles.isPhoto(on, id)) ||
          (await messageMedia.isSent(on, id)) ||
          (await requests.isDelivered(on, id)) ||
          (await albums.isInAlbum(on, id))
        )
          return true;
      return false;
    },
    mayRequestContent: earlier.vip.canRequestContent,
    requireMayBuy,
  });
  const findReuseProblem = createFindReuseProblem({ ...earlier, requests });
  const albums = createAlbums({ ...earlier, findReuseProblem, listAccepting: messaging.listAccepting });
  const library = createLibrary({ ...earlier, findReuseProblem, ...libraryReads });
  const fans = createFans({ ...earlier, messaging, ...fanReads, figureReads: fanFigureReads });
  return { discovery, messageMedia, messaging, chat, matching, lives, calls, gifts, requests, library, albums, fans };
}

function createDiscovery(earlier: Earlier, ports: UpwardPorts): DiscoveryService {
  const { realtime, locations, credits, payouts } = earlier;
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
  const { clock, content, discovery, payments, profiles, subscriptions } = earlier;
  const messageMedia = createMessageMedia({
    ...earlier,
    isUsedElsewhere: async (on, mediaId) =>
      (await content.isPublishedFile(on, mediaId)) ||
      (await profiles.isPhoto(on, mediaId)) ||
      ports.isFileDelivered(on, mediaId),
    reportedOf: ports.reportedAttachments,
    isFileShut: ports.isFileShut,
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
    peopleOf: { followerIds, membersOfList: membersOfOwnList },
  });
  return { messageMedia, messaging };
}
