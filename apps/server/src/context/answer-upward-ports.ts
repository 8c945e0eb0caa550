import { createFindCurrentUser } from '../joins/current-user.ts';
import { createMoreFigures } from '../joins/more-figures.ts';
import { createPersonPage } from '../joins/person-page.ts';
import { countFromTier } from '../joins/tier-uses.ts';
import { followedCreatorIds, tipsByItem } from '../modules/social/service.ts';
import type { Foundation } from './foundation.ts';
import type { Meeting } from './meeting.ts';
import type { Money } from './money.ts';
import type { Oversight } from './oversight.ts';
import type { People } from './people.ts';
import type { Publishing } from './publishing.ts';
import type { UpwardPorts } from './upward-ports.ts';

/** What answers each upward port. */
export function answerUpwardPorts(
  services: Foundation & Money & People & Publishing & Meeting & Oversight,
): UpwardPorts {
  const { credits, vip, profiles, subscriptions, content, social, requests } = services;
  const { discovery, calls, messaging, messageMedia, chat, lives, albums, moderation, notifications, fileRights } =
    services;
  const { db } = services.database;
  return {
    sendMessage: messaging.send,
    recordSeen: profiles.recordSeen,
    listThreadSubscribers: (...args) => messaging.listThreadSubscribers(...args),
    listShowSubscribers: lives.listSubscribers,
    listCreatorSubscribers: profiles.listCreatorSubscribers,
    publishTyping: messaging.publishTyping,
    relayCallSignal: calls.signal,
    recordCallAlive: calls.alive,
    purposeOf: (name) =>
      ({
        vip: vip.purpose,
        subscription: subscriptions.purpose,
        subscription_gift: subscriptions.giftPurpose,
        tip: social.tipPurpose,
      })[name],
    findCurrentUser: createFindCurrentUser(services.config, services.database, services.clock),
    async listPayees(viewer, profileIds) {
      const cards = await profiles.listVisibleCards(viewer.profileId, profileIds);
      return new Map(cards.map(({ id, displayName, avatarUrl }) => [id, { id, displayName, avatar: avatarUrl }]));
    },
    creditBalance: async (accountId) => (await credits.balance(accountId)).balance,
    setProfileHidden: profiles.setHidden,
    emailConfirmed: profiles.onAddressConfirmed,
    emailChanged: profiles.hashAddress,
    mayViewFile: (...args) => fileRights.mayView(...args),
    isFileShut: (...args) => fileRights.isShut(...args),
    filesBlocked: albums.dropFiles,
    fileSettled: content.fileSettled,
    previewMsOf: (...args) => fileRights.previewMsOf(...args),
    isFlaggedFile: content.isFlaggedFile,
    listPersonKeys: services.ageVerification.listPersonKeys,
    async consentWithdrawn(tx, accountId, kind) {
      if (kind === 'orientation') return profiles.forgetOrientation(tx, accountId);
      const profileId = await profiles.forgetSpecial(tx, accountId);
      if (profileId) await services.matching.forgetSpecial(tx, profileId);
    },
    isBanned: services.risk.bans.isBanned,
    countSubscribers: ({ accountId }) => profiles.getSubscriberCount(accountId),
    countNewSubscribers: subscriptions.countNewSubscribers,
    listPeopleByAccount: profiles.listPeopleByAccount,
    tipsByItem: (profileId, from, contentIds) => tipsByItem(db, profileId, from, contentIds),
    listOwnItems: (viewer, profileId) => content.listByCreator(viewer, profileId, {}),
    listItems: content.listByIds,
    ageAccepted: profiles.confirmAdult,
    ageWithdrawn: profiles.withdrawAdult,
    identityChecked: profiles.setIdentityChecked,
    completeProfile: createPersonPage(services),
    searchContent: content.search,
    hasCallWith: calls.hasCallWith,
    followedCreatorIds,
    findAutoDelete: messaging.autoDeleteOf,
    setAutoDelete: messaging.setAutoDelete,
    peopleChanged: discovery.refresh,
    peopleSeen: discovery.recordSeen,
    priceChanged: subscriptions.onPriceChanged,
    cityChanged: discovery.changeCity,
    creatorSaved: services.referrals.settle,
    exemptionEnded: content.endExemption,
    countFromTier,
    subscribed: chat.queueWelcomes,
    followed: chat.queueFollowerWelcome,
    personCards: discovery.cardsOf,
    isFilePublished: content.isPublishedFile,
    isFileSent: messageMedia.isSent,
    isFileDelivered: requests.isDelivered,
    reportedAttachments: moderation.listReported,
    messagesRead: notifications.readMessagesOf,
    countLive: lives.countLive,
    countUnread: async (profileId) => (await messaging.countUnread(profileId)).unread,
    responseTimesOf: messaging.responseTimesOf,
    matched: messaging.openMatch,
    moreFigures: createMoreFigures(services),
  };
}
