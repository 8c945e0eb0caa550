import { notificationChannels, topicOfKind } from '@vlam/contract/notifications';
import { afterCommit, transact } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Notice, Notify } from '../../platform/notices.ts';
import type { IdentityService } from '../identity/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { addToGroup, insertSingles, type NewNotification, type Part, siftActors } from './delivery-store.ts';
import { groupOf, isMutable, isOn } from './policy.ts';
import { lockSettings } from './settings-store.ts';

/** A notice and one of its recipients. */
interface Delivery {
  notice: Notice;
  accountId: string;
  profileId: string | null;
}

const subscriberBatchSize = 500;

export function createNotifier(deps: {
  database: Database;
  clock: Clock;
  notify: Notify;
  identity: Pick<IdentityService, 'getAccount' | 'leaving'>;
  profiles: Pick<ProfilesService, 'cards'>;
  /** Current subscribers of a creator from a tier on, ordered by profile id, after one of them. */
  subscribersOf(
    creatorId: string,
    wanted: { fromTier: number; after: string | null; limit: number },
  ): Promise<string[]>;
  /** False for an event that was taken back. */
  isCurrent(notice: Notice): Promise<boolean>;
  /** Receives accounts with new notifications, in the transaction that writes them. */
  schedulePushes(db: Db, accountIds: readonly string[]): Promise<void>;
  ring(accountIds: readonly string[]): void;
}): (notices: readonly Notice[]) => Promise<void> {
  const { clock, profiles } = deps;
  const { db } = deps.database;

  /** Recipients of a notice, and where the rest of a long list begins. */
  async function recipientsOf({ to }: Notice): Promise<{ profileIds: string[]; rest: string | null }> {
    if ('profileId' in to) return { profileIds: [to.profileId], rest: null };
    if (!('subscribersOf' in to)) return { profileIds: [], rest: null };
    const profileIds = await deps.subscribersOf(to.subscribersOf, {
      ...{ fromTier: to.fromTier ?? 1, after: to.after ?? null, limit: subscriberBatchSize },
    });
    return { profileIds, rest: profileIds.length === subscriberBatchSize ? (profileIds.at(-1) ?? null) : null };
  }

  /** Whether a notice is still current, checked once for the many that two people may cause in a moment. */
  function createCurrentCheck(): (notice: Notice) => Promise<boolean> {
    const checks = new Map<string, Promise<boolean>>();
    return (notice) => {
      if (!notice.notBefore) return Promise.resolve(true);
      const key = JSON.stringify([notice.kind, notice.to, notice.actorId, notice.batch]);
      const check = checks.get(key) ?? deps.isCurrent(notice);
      checks.set(key, check);
      return check;
    };
  }

  /** Adds the actor's profile; null when the account is erased. */
  async function complete(notice: Notice): Promise<Notice | null> {
    if (notice.actorAccountId === undefined) return notice;
    const actor = await deps.identity.getAccount(db, notice.actorAccountId).catch(() => null);
    return actor?.profileId ? { ...notice, actorId: actor.profileId } : null;
  }

  async function address(notices: readonly Notice[]): Promise<{ deliveries: Delivery[]; rest: Notice[] }> {
    const deliveries: Delivery[] = [];
    const rest: Notice[] = [];
    const stands = createCurrentCheck();
    for (const original of notices) {
      const notice = (await stands(original)) ? await complete(original) : null;
      if (!notice) continue;
      if ('accountId' in notice.to) {
        const { accountId } = notice.to;
        const account = await deps.identity.getAccount(db, accountId).catch(() => null);
        if (account) deliveries.push({ notice, accountId, profileId: account.profileId });
        continue;
      }
      const found = await recipientsOf(notice);
      if (found.rest && 'subscribersOf' in notice.to) rest.push({ ...notice, to: { ...notice.to, after: found.rest } });
      for (const { id, accountId } of await profiles.cards.list(found.profileIds))
        if (id !== notice.actorId) deliveries.push({ notice, accountId, profileId: id });
    }
    return { deliveries, rest };
  }

  /** The recipients who may be notified, with the actor where they may see who it was. */
  async function filterVisible(
    on: Db,
    deliveries: readonly Delivery[],
  ): Promise<(Delivery & { actorId: string | null })[]> {
    const acted = deliveries.filter(({ notice }) => notice.actorId !== undefined);
    const pairs = acted.map(({ profileId, notice }) => ({
      recipientId: profileId,
      actorId: notice.actorId ?? '',
      isMutable: isMutable(notice.kind),
    }));
    const seen = await siftActors(on, pairs);
    const visibility = new Map(acted.map((delivery, place) => [delivery, seen.get(place)]));
    return deliveries.flatMap((delivery) => {
      if (delivery.notice.actorId === undefined) return { ...delivery, actorId: null };
      const as = visibility.get(delivery);
      return as ? { ...delivery, actorId: as === 'named' ? delivery.notice.actorId : null } : [];
    });
  }

  return async (notices) => {
    const { deliveries, rest } = await address(notices);
    await transact(db, async (tx) => {
      await deps.notify(tx, ...rest);
      const leaving = await deps.identity.leaving.list(
        tx,
        deliveries.map(({ accountId }) => accountId),
      );
      const wanted = await filterVisible(
        tx,
        deliveries.filter(({ accountId }) => !leaving.has(accountId)),
      );
      if (wanted.length === 0) return;
      const settings = await lockSettings(
        tx,
        wanted.map(({ accountId }) => accountId),
      );
      const now = clock.now();
      const singles: NewNotification[] = [];
      const groups = new Map<
        string,
        { row: NewNotification & { group_key: string }; parts: Part[]; since: Date | null }
      >();
      for (const { notice, accountId, profileId, actorId } of wanted) {
        const off = settings.get(accountId)?.off ?? [];
        const topic = topicOfKind[notice.kind];
        if (!notificationChannels.some((channel) => isOn(off, topic, channel))) continue;
        const group = groupOf(notice);
        const unnamed = notice.actorId !== undefined && actorId === null;
        const row: NewNotification = {
          id: newId(now.getTime()),
          account_id: accountId,
          profile_id: profileId,
          kind: notice.kind,
          key: notice.key,
          actor_id: group ? null : actorId,
          unnamed: unnamed ? 1 : 0,
          target_id: notice.targetId ?? null,
          details: {
            ...(notice.subject ? { subject: notice.subject } : {}),
            ...(notice.amount ?? {}),
            ...(notice.saleId ? { saleId: notice.saleId } : {}),
            ...(notice.giftId ? { giftId: notice.giftId } : {}),
          },
          listed: isOn(off, topic, 'inApp'),
          began_at: now,
          at: now,
        };
        if (!group) {
          singles.push(row);
          continue;
        }
        const since = group.windowMs === null ? null : new Date(now.getTime() - group.windowMs);
        const name = `${accountId} ${group.key}`;
        const open = groups.get(name) ?? { row: { ...row, group_key: group.key }, parts: [], since };
        open.parts.push({ key: notice.key, actorId, count: notice.count ?? 1 });
        groups.set(name, open);
      }
      const notifiedIds = new Set(await insertSingles(tx, singles));
      for (const { row, parts, since } of groups.values())
        if (await addToGroup(tx, row, parts, since)) notifiedIds.add(String(row.account_id));
      if (notifiedIds.size === 0) return;
      await deps.schedulePushes(tx, [...notifiedIds]);
      afterCommit(tx, () => deps.ring([...notifiedIds]));
    });
  };
}
