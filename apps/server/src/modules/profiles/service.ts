import type { CreatorView, ProfileView } from '@vlam/contract/profiles';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Jobs, type JobTask, jobTask } from '../../platform/jobs.ts';
import { createLoader, type Loader } from '../../platform/loader.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AgeVerificationService } from '../age-verification/service.ts';
import type { IdentityService } from '../identity/service.ts';
import * as blockStore from './block-store.ts';
import * as countStore from './count-store.ts';
import { type CreatorLists, createCreatorLists } from './creator-lists.ts';
import { createOwnProfile, type OwnProfileActions, profileBonusKind } from './own-profile.ts';
import { createPeople, type People } from './people.ts';
import { canSeeEarnings, onlineWindowMs, requireProfileId } from './policy.ts';
import { createPresence } from './presence.ts';
import { type AutoDelete, createPrivacy, type Privacy } from './privacy.ts';
import { createSearch, type FoundContent, type Search } from './search.ts';
import * as store from './store.ts';
import {
  isCreatorRow,
  type ProfileCard,
  type ProfileFacts,
  toCreatorView,
  toProfileCard,
  toProfileFacts,
} from './view.ts';
import { createViewing, type Viewing } from './viewing.ts';

export { addFollowersTo, addLikesTo, addSubscribersTo, type PublishedChange } from './count-store.ts';
export type { OwnCardPart, PersonFacts } from './people.ts';
export { onlineWindowMs, requireProfileId } from './policy.ts';
export { tallPortrait } from './portraits.ts';
export { type MemberProfileRow, type ProfileCard, type ProfileFacts, toMemberProfile } from './view.ts';
export { tooManyPeople } from './viewing.ts';
export {
  accountOfProfile,
  hiddenByIncognito,
  isActiveSince,
  isCreatorHere,
  isIncognito,
  isMember,
  isSeenHere,
  isShown,
  profilesOfAccounts,
  visibleTo,
} from './visibility-store.ts';

export interface ProfilesDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  identity: Pick<IdentityService, 'linkProfile' | 'getAccount'>;
  ageVerification: Pick<AgeVerificationService, 'findAge' | 'findDocumentCheck'>;
  /** What each creator has earned in all, in cents, whatever of it was paid out. */
  earnedCents(profileIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** Adds to a profile what the modules above know of it, for one who may see it. */
  completePage(viewer: Viewer, facts: ProfileFacts): Promise<ProfileView>;
  /** Grants the once-only bonus for a complete profile; a second call does nothing. */
  grantProfileBonus(accountId: string): Promise<void>;
  /** Published items whose title matches, from the module above. */
  searchContent(viewer: Viewer, text: string): Promise<FoundContent[]>;
  /** Hears, in the transaction that does it, that a profile names another city; throws when it may not. */
  onCityChange(db: Db, profileId: string, before: string, after: string): Promise<void>;
  /** Hears, in the transaction that does it, that a creator's monthly price is another one. */
  onPriceChange(db: Db, profileId: string): Promise<void>;
  autoDelete: AutoDelete;
  /** Hears whose presence was noted just now. */
  onSeen(profileIds: readonly string[]): Promise<void>;
  /** Called, in the same transaction, with profiles whose visibility changed. */
  onPeopleChanged(db: Db, profileIds: readonly string[]): Promise<void>;
}

export interface ProfilesService extends Search, CreatorLists, OwnProfileActions, Privacy, People, Viewing {
  /** Throws `NOT_FOUND` for the blocked (either way), hidden, suspended and unknown alike. */
  get(viewer: Viewer, profileId: string): Promise<ProfileFacts>;
  /** The same with what other modules know of them, and of the viewer and them. */
  getPage(viewer: Viewer, profileId: string): Promise<ProfileView>;
  getCreator(viewer: Viewer, profileId: string): Promise<CreatorView>;
  /** Throws `NOT_FOUND` unless this viewer may see a creator of that id. */
  requireCreator(viewer: Viewer, profileId: string): Promise<ProfileCard & { priceCents: number }>;
  /** A creator this viewer may tip. Throws `NOT_FOUND`. */
  tipRecipient(viewer: Viewer, profileId: string): Promise<{ profileId: string; displayName: string }>;
  /** A creator's monthly price in cents, which stays until the transaction ends; null for others. */
  holdPrice(tx: Db, profileId: string): Promise<number | null>;
  block(viewer: Viewer, profileId: string): Promise<void>;
  unblock(viewer: Viewer, profileId: string): Promise<void>;
  /** What stands beside somebody's words or pictures, by profile id. Visibility is the caller's to ask for. */
  cards: Loader<string, ProfileCard>;
  /** Display names by account id, of those this viewer may see. */
  namesByAccount(viewer: Viewer, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Subscribers of the creator with this account; 0 for others. */
  subscriberCountOf(accountId: string): Promise<number>;
  /** The account behind a profile, for mail and the like; null when there is none. */
  accountIdOf(db: Db, profileId: string): Promise<string | null>;
  /** Takes a suspended or erased member out of every list, or puts them back. */
  setHidden(db: Db, accountId: string, hidden: boolean): Promise<void>;
  /** Changes the counts of published items, in the transaction that publishes or removes. */
  addPublished(db: Db, profileId: string, change: countStore.PublishedChange): Promise<void>;
  /** Notes that this person is here. Cheap: at most one write in half a minute. */
  seen(profileId: string): void;
  countOnline(): Promise<number>;
  /** People seen after `since`, by city; without those who hide or are incognito. */
  countSeenByCity(since: Date): Promise<ReadonlyMap<string, number>>;
  countAvailable(): Promise<number>;
  countMembers(): Promise<number>;
  countCreators(): Promise<number>;
  tasks: JobTask[];
}

export function createProfilesService(deps: ProfilesDependencies): ProfilesService {
  const { clock, ageVerification } = deps;
  const { db } = deps.database;

  const viewing = createViewing({ db, clock });
  const listByIds = store.createListByIds(deps.database);
  const cards = createLoader<string, ProfileCard>({
    keyOf: (id) => id,
    read: async (ids) => new Map((await listByIds(ids)).map((row) => [row.id, toProfileCard(row)])),
  });

  async function requireVisible(viewer: Viewer, profileId: string): Promise<store.ProfileRow> {
    const row = await store.findVisible(db, viewer.profileId, profileId);
    if (!row) throw new AppError('NOT_FOUND');
    return row;
  }

  async function requireCreatorRow(viewer: Viewer, profileId: string) {
    const row = await requireVisible(viewer, profileId);
    if (!isCreatorRow(row)) throw new AppError('NOT_FOUND');
    return row;
  }

  async function earnedBy(viewerId: string | null, row: store.ProfileRow): Promise<bigint | null> {
    if (!isCreatorRow(row) || !canSeeEarnings(viewerId, row)) return null;
    return (await deps.earnedCents([row.id])).get(row.id) ?? 0n;
  }

  async function get(viewer: Viewer, profileId: string): Promise<ProfileFacts> {
    const row = await requireVisible(viewer, profileId);
    await viewing.requireShown(viewer, profileId);
    const [age, earnedCents] = await Promise.all([
      ageVerification.findAge(db, row.account_id),
      earnedBy(viewer.profileId, row),
    ]);
    return toProfileFacts(row, { viewerId: viewer.profileId, age, now: clock.now(), earnedCents });
  }

  return {
    ...createSearch({ db, searchContent: deps.searchContent, noteShown: viewing.noteShown }),
    ...createCreatorLists({ db, clock, earnedCents: deps.earnedCents, noteShown: viewing.noteShown }),
    ...createOwnProfile({ ...deps, earnedBy }),
    ...createPrivacy({ ...deps, db }),
    ...createPeople(deps),
    ...viewing,
    cards,
    namesByAccount: (viewer, accountIds) => store.listNamesByAccount(db, viewer.profileId, accountIds),

    get,
    getPage: async (viewer, profileId) => deps.completePage(viewer, await get(viewer, profileId)),
    async getCreator(viewer, profileId) {
      const row = await requireCreatorRow(viewer, profileId);
      await viewing.requireShown(viewer, profileId);
      return toCreatorView(row, await earnedBy(viewer.profileId, row));
    },
    async requireCreator(viewer, profileId) {
      const row = await requireCreatorRow(viewer, profileId);
      return { ...toProfileCard(row), priceCents: row.subscription_price_cents };
    },
    holdPrice: store.holdPrice,
    async tipRecipient(viewer, profileId) {
      const row = await requireCreatorRow(viewer, profileId);
      return { profileId: row.id, displayName: row.display_name };
    },
    async block(viewer, profileId) {
      const own = requireProfileId(viewer);
      if (own === profileId) throw new AppError('CONFLICT', { message: 'You cannot block yourself' });
      if (await blockStore.hasBlocked(db, own, profileId)) return;
      await requireVisible(viewer, profileId);
      await blockStore.insertBlock(db, own, profileId, clock.now());
    },
    async unblock(viewer, profileId) {
      const own = requireProfileId(viewer);
      if (await blockStore.deleteBlock(db, own, profileId)) return;
      await requireVisible(viewer, profileId);
    },

    subscriberCountOf: async (accountId) => (await store.findByAccount(db, accountId))?.subscriber_count ?? 0,
    accountIdOf: store.findAccountId,
    async setHidden(on, accountId, hidden) {
      const id = await store.setRemoved(on, accountId, hidden ? clock.now() : null);
      if (id) await deps.onPeopleChanged(on, [id]);
    },
    addPublished: countStore.addPublished,

    seen: createPresence(deps),
    countOnline: () => countStore.countSeenSince(db, new Date(clock.now().getTime() - onlineWindowMs)),
    countSeenByCity: (since) => countStore.countSeenByCity(db, since),
    countAvailable: () => countStore.countAvailable(db, clock.now()),
    countMembers: () => countStore.countMembers(db),
    countCreators: () => countStore.countCreators(db),
    tasks: [jobTask(profileBonusKind, ({ accountId }) => deps.grantProfileBonus(accountId))],
  };
}
