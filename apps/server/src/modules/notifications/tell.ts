import { notificationChannels, topicOfKind } from '@vlam/contract/notifications';
import { afterCommit, transact } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Notice, Notify } from '../../platform/notices.ts';
import type { IdentityService } from '../identity/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { groupOf, isOn } from './policy.ts';
import { lockSettings } from './settings-store.ts';
import { addToGroup, insertSingles, type NewNotification, type Part, siftActors } from './telling-store.ts';

/** A notice and one person it is for. */
interface Telling {
  notice: Notice;
  accountId: string;
  profileId: string | null;
}

const subscribersAtOnce = 500;

export function createTell(deps: {
  database: Database;
  clock: Clock;
  notify: Notify;
  identity: Pick<IdentityService, 'getAccount'>;
  profiles: Pick<ProfilesService, 'cards'>;
  /** Profiles that subscribe to a creator now, in the order of their ids, after one of them. */
  subscribersOf(creatorId: string, after: string | null, limit: number): Promise<string[]>;
  /** Whether what could be taken back has not been. */
  isCurrent(notice: Notice): Promise<boolean>;
  /** Whether the recipient muted the actor: the notice is dropped then. */
  isSilenced(notice: Notice): Promise<boolean>;
  /** Hears of accounts with something new, in the transaction that writes it. */
  schedulePushes(db: Db, accountIds: readonly string[]): Promise<void>;
  ring(accountIds: readonly string[]): void;
}): (notices: readonly Notice[]) => Promise<void> {
  const { clock, profiles } = deps;
  const { db } = deps.database;

  /** Recipients of a notice, and where the rest of a long list begins. */
  async function recipientsOf({ to }: Notice): Promise<{ profileIds: string[]; rest: string | null }> {
    if ('profileId' in to) return { profileIds: [to.profileId], rest: null };
    if (!('subscribersOf' in to)) return { profileIds: [], rest: null };
    const profileIds = await deps.subscribersOf(to.subscribersOf, to.after ?? null, subscribersAtOnce);
    return { profileIds, rest: profileIds.length === subscribersAtOnce ? (profileIds.at(-1) ?? null) : null };
  }

  /** Whether a notice still stands, asked once for the many that two people may cause in a moment. */
  function createStands(): (notice: Notice) => Promise<boolean> {
    const asked = new Map<string, Promise<boolean>>();
    return (notice) => {
      if (!notice.notBefore) return Promise.resolve(true);
      const key = JSON.stringify([notice.kind, notice.to, notice.actorId]);
      const answer = asked.get(key) ?? deps.isCurrent(notice);
      asked.set(key, answer);
      return answer;
    };
  }

  /** As it is told: with the profile of who did it; null when they are gone. */
  async function complete(notice: Notice): Promise<Notice | null> {
    if (notice.actorAccountId === undefined) return notice;
    const actor = await deps.identity.getAccount(db, notice.actorAccountId).catch(() => null);
    return actor?.profileId ? { ...notice, actorId: actor.profileId } : null;
  }

  async function address(notices: readonly Notice[]): Promise<{ tellings: Telling[]; rest: Notice[] }> {
    const tellings: Telling[] = [];
    const rest: Notice[] = [];
    const stands = createStands();
    for (const given of notices) {
      const notice = (await stands(given)) ? await complete(given) : null;
      if (!notice || (await deps.isSilenced(notice))) continue;
      if ('accountId' in notice.to) {
        const { accountId } = notice.to;
        const account = await deps.identity.getAccount(db, accountId).catch(() => null);
        if (account) tellings.push({ notice, accountId, profileId: account.profileId });
        continue;
      }
      const found = await recipientsOf(notice);
      if (found.rest && 'subscribersOf' in notice.to)
        rest.push({ ...notice, to: { subscribersOf: notice.to.subscribersOf, after: found.rest } });
      for (const { id, accountId } of await profiles.cards.list(found.profileIds))
        if (id !== notice.actorId) tellings.push({ notice, accountId, profileId: id });
    }
    return { tellings, rest };
  }

  /** Those who may hear of it, with the actor where they may know who. */
  async function sift(on: Db, tellings: readonly Telling[]): Promise<(Telling & { actorId: string | null })[]> {
    const acted = tellings.filter(({ notice }) => notice.actorId !== undefined);
    const pairs = acted.map(({ profileId, notice }) => ({ recipientId: profileId, actorId: notice.actorId ?? '' }));
    const seen = await siftActors(on, pairs);
    const standing = new Map(acted.map((telling, place) => [telling, seen.get(place)]));
    return tellings.flatMap((telling) => {
      if (telling.notice.actorId === undefined) return { ...telling, actorId: null };
      const as = standing.get(telling);
      return as ? { ...telling, actorId: as === 'named' ? telling.notice.actorId : null } : [];
    });
  }

  return async (notices) => {
    const { tellings, rest } = await address(notices);
    await transact(db, async (tx) => {
      await deps.notify(tx, ...rest);
      const wanted = await sift(tx, tellings);
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
      const told = new Set(await insertSingles(tx, singles));
      for (const { row, parts, since } of groups.values())
        if (await addToGroup(tx, row, parts, since)) told.add(String(row.account_id));
      if (told.size === 0) return;
      await deps.schedulePushes(tx, [...told]);
      afterCommit(tx, () => deps.ring([...told]));
    });
  };
}
