import type { CurrentUser } from '@vlam/contract/identity';
import { sql } from 'kysely';
import { type MemberAccountRow, toMemberAccount } from '../modules/identity/service.ts';
import { unreadMessagesOf } from '../modules/messaging/service.ts';
import { unreadNotificationsOf } from '../modules/notifications/service.ts';
import { type MemberProfileRow, toMemberProfile } from '../modules/profiles/service.ts';
import { countFollowed } from '../modules/social/service.ts';
import { countRunningSubscriptions } from '../modules/subscriptions/service.ts';
import { currentTierOf } from '../modules/vip/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { prepare } from '../platform/prepared.ts';

interface Row extends Omit<MemberAccountRow, 'id'>, Omit<MemberProfileRow, 'id'> {
  account_id: string;
  own_profile_id: string | null;
  tier: CurrentUser['vipTier'];
  subscriptions: number;
  followed: number;
  messages: number;
  notifications: number;
}

/** Reads what the shell shows of a member, from every module that knows a part of it, in one statement. */
export function createFindCurrentUser(
  config: Pick<Config, 'staffSecondFactor'>,
  database: Database,
  clock: Clock,
): (accountId: string) => Promise<CurrentUser | null> {
  const account = sql`account.id`;
  const profile = sql`profile.id`;
  const read = prepare<'account' | 'now', Row>(database, 'current user', ['account', 'now'], (slot) => {
    const now = sql`${slot.now}::timestamptz`;
    return sql`
      select account.id as account_id, account.email, account.first_name, account.last_name, account.role,
          account.age_verified_at, account.email_verified_at, account.second_factor_since, account.profile_id, profile.id as own_profile_id,
          profile.display_name, profile.relationship_status, profile.photo_key,
          profile.category, profile.subscription_price_cents, profile.identity_checked_at, profile.subscriber_count,
          ${currentTierOf(account, now)} as tier,
          ${countRunningSubscriptions(profile, now)} as subscriptions,
          ${countFollowed(profile)} as followed,
          ${unreadMessagesOf(profile, now)} as messages,
          ${unreadNotificationsOf(account)} as notifications
        from accounts as account left join profiles as profile on profile.account_id = account.id
        where account.id = ${slot.account}::uuid`;
  });
  return async (accountId) => {
    const [row] = await read({ account: accountId, now: clock.now() });
    if (!row) return null;
    return {
      ...toMemberAccount({ ...row, id: row.account_id }, config),
      profileImageUrl: null,
      displayName: null,
      ...(row.own_profile_id ? toMemberProfile({ ...row, id: row.own_profile_id }) : {}),
      vipTier: row.tier,
      stats: { subscriptionCount: row.subscriptions, followingCount: row.followed },
      unread: { messages: row.messages, notifications: row.notifications },
    };
  };
}
