import { blankMember, type MemberDescription } from './modules/identity/service.ts';
import type { MessagingService } from './modules/messaging/service.ts';
import type { NotificationsService } from './modules/notifications/service.ts';
import type { ProfilesService } from './modules/profiles/service.ts';
import type { SocialService } from './modules/social/service.ts';
import type { SubscriptionsService } from './modules/subscriptions/service.ts';
import type { VipService } from './modules/vip/service.ts';

/** Joins what the modules know of a member into what the shell shows of the current user. */
export const createDescribeMember =
  (services: {
    profiles: Pick<ProfilesService, 'describe'>;
    subscriptions: Pick<SubscriptionsService, 'countRunning'>;
    social: Pick<SocialService, 'countFollowing'>;
    vip: Pick<VipService, 'tierOf'>;
    messaging: Pick<MessagingService, 'countUnread'>;
    notifications: Pick<NotificationsService, 'countUnread'>;
  }) =>
  async (accountId: string): Promise<MemberDescription> => {
    const described = await services.profiles.describe(accountId);
    const unread = async () => {
      const [messages, notifications] = await Promise.all([
        services.messaging.countUnread(described?.profileId ?? null),
        services.notifications.countUnread(accountId),
      ]);
      return { messages: messages.unread, notifications };
    };
    if (!described) return { ...blankMember, vipTier: await services.vip.tierOf(accountId), unread: await unread() };
    const { profileId, ...member } = described;
    const [subscriptionCount, followingCount, vipTier, counted] = await Promise.all([
      services.subscriptions.countRunning(profileId),
      services.social.countFollowing(profileId),
      services.vip.tierOf(accountId),
      unread(),
    ]);
    return { ...blankMember, ...member, vipTier, unread: counted, stats: { subscriptionCount, followingCount } };
  };
