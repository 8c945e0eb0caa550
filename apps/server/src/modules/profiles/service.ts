import type { CreatorView, ProfileView } from '@vlam/contract/profiles';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Jobs, type JobTask, jobTask } from '../../platform/jobs.ts';
import { createLoader, type Loader } from '../../platform/loader.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Notify } from '../../platform/notices.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AgeVerificationService } from '../age-verification/service.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { IdentityService } from '../identity/service.ts';
import * as blockStore from './block-store.ts';
import { type Contacts, createContacts } from './contacts/contacts.ts';
import * as countStore from './count-store.ts';
import { type CreatorLists, type CreatorListsDependencies, createCreatorLists } from './creator-lists.ts';
import { createHandles, type Handles } from './handles/handles.ts';
import { createDocumentLapse } from './identity/document-lapse.ts';
import { createIdentityDocuments, type IdentityDocuments } from './identity/documents.ts';
import { createIdentity, type Identity, type IdentityLevelDependencies } from './identity/identity.ts';
import { createAgreementReminders } from './identity/reminders.ts';
import { createOwnProfile, type OwnProfileActions, profileBonusKind, type SavedCreator } from './own-profile.ts';
import { createPeople, type People } from './people.ts';
import { createPhotos, type Photos, type PhotosDependencies } from './photos/service.ts';
import { listShownKeys } from './photos/store.ts';
import { canSeeEarnings, onlineWindowMs, requireProfileId } from './policy.ts';
import { portraitUrl } from './portraits.ts';
import { createPresence } from './presence.ts';
import { type AutoDelete, createPrivacy, type Privacy } from './privacy.ts';
import { createRestrictions, type Restrictions } from './restrictions.ts';
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
import { createViewQuota, type ViewQuota } from './view-quota.ts';

export { addFollowersTo, addLikesTo, addSubscribersTo, type PublishedChange } from './count-store.ts';
export { readsLevelForX18 } from './identity/level-store.ts';
export type { SavedCreator } from './own-profile.ts';
export type { PersonCardFields, PersonFacts } from './people.ts';
export { onlineWindowMs, requireProfileId } from './policy.ts';
export { posterUrls, slabPortraitUrl } from './portraits.ts';
export { restrictedMessage } from './restrictions.ts';
export { stoppedSelling } from './store.ts';
export { type MemberProfileRow, type ProfileCard, type ProfileFacts, toMemberProfile } from './view.ts';
export { tooManyPeople } from './view-quota.ts';
export {
  accountOfProfile,
  blockedAt,
  displayNameOf,
  hiddenByIncognito,
  isActiveSince,
  isCreator,
  isCreatorActiveSince,
  isIncognito,
  isMember,
  isRestricted,
  isShown,
  isShownOnline,
  isUnblocked,
  profilesOfAccounts,
  reachableTo,
  sellsSubscriptions,
  visibleTo,
} from './visibility-store.ts';

export interface ProfilesDependencies
  extends PhotosDependencies,
    Pick<IdentityLevelDependencies, 'settings' | 'findBankChange'> {
  compliance: PhotosDependencies['compliance'] & Pick<ComplianceService, 'accountConsents'>;
  logger: Logger;
  notify: Notify;
  jobs: Jobs;
  identity: Pick<IdentityService, 'linkProfile' | 'getAccount'>;
  ageVerification: Pick<
    AgeVerificationService,
    'findAge' | 'findDocumentCheck' | 'findBirthDate' | 'confirmByDocument' | 'withdrawDocument'
  >;
  /** Cents each creator has earned in total, paid out or not. */
  earnedCents(profileIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** Adds the profile fields that modules of higher rank own. */
  completeProfile(viewer: Viewer, facts: ProfileFacts): Promise<ProfileView>;
  /** Part of an SQL statement: the ids of all creators a profile follows. */
  followedCreatorIds: CreatorListsDependencies['followedCreatorIds'];
  /** Grants the one-time bonus for a complete profile; idempotent. */
  grantProfileBonus(accountId: string): Promise<void>;
  /** Published items whose title matches; from the content module. */
  searchContent(viewer: Viewer, text: string): Promise<FoundContent[]>;
  /** Whether there was a call between two profiles. */
  hasCallWith(one: string, other: string): Promise<boolean>;
  /** Called in the transaction that changes a profile's city; throws when the change is not allowed. */
  onCityChange(db: Db, profileId: string, before: string, after: string): Promise<void>;
  /** Called in the transaction that changes a creator's monthly price, before it does; throws when the price is refused. */
  onPriceChange(db: Db, profileId: string, priceCents: number | null): Promise<void>;
  /** Called in the transaction that saves a profile, or proves its age. */
  onCreatorSaved(db: Db, saved: SavedCreator): Promise<void>;
  autoDelete: AutoDelete;
  /** Creators who exchanged their bank account since a moment. */
  listBankChanges(on: Db, since: Date): Promise<string[]>;
  /** Called after the last-seen time of these profiles was stored. */
  onSeen(profileIds: readonly string[]): Promise<void>;
}

export interface ProfilesService
  extends Search,
    CreatorLists,
    OwnProfileActions,
    Photos,
    Privacy,
    Omit<Contacts, 'contactTasks'>,
    Omit<Handles, 'handleTasks' | 'findByHandle'>,
    Restrictions,
    People,
    ViewQuota,
    Identity,
    IdentityDocuments {
  /** Throws `NOT_FOUND` alike for blocked (either way), hidden, suspended and unknown profiles. */
  get(viewer: Viewer, profileId: string): Promise<ProfileFacts>;
  /** As `get`, with the fields of other modules. */
  getFullProfile(viewer: Viewer, profileId: string): Promise<ProfileView>;
  /** As `getFullProfile`; an unknown handle is answered like that of a member the viewer may not see. */
  getFullProfileByHandle(viewer: Viewer, handle: string): Promise<ProfileView>;
  getCreator(viewer: Viewer, profileId: string): Promise<CreatorView>;
  /** Throws `NOT_FOUND` unless the viewer may see a creator with this id. */
  requireCreator(viewer: Viewer, profileId: string): Promise<ProfileCard & { priceCents: number }>;
  /** A creator this viewer may tip. Throws `NOT_FOUND`. */
  getTipRecipient(viewer: Viewer, profileId: string): Promise<{ profileId: string; displayName: string }>;
  /** A creator's monthly price in cents, locked until the transaction ends; null for others. */
  lockPrice(tx: Db, profileId: string): Promise<number | null>;
  /** Since when a creator sells no subscriptions; null while they are sold. */
  findSubscriptionsStopped(on: Db, profileId: string): Promise<Date | null>;
  /** Stops or restarts (null) a creator's sale of subscriptions; returns since when it is stopped. */
  setSubscriptionsStopped(tx: Db, profileId: string, at: Date | null): Promise<Date | null>;
  block(viewer: Viewer, profileId: string): Promise<void>;
  unblock(viewer: Viewer, profileId: string): Promise<void>;
  /** Public card data by profile id. Does not check visibility. */
  cards: Loader<string, ProfileCard>;
  /** Names and portraits by account id, of profiles visible to the viewer. */
  listPeopleByAccount(
    viewer: Viewer,
    accountIds: readonly string[],
  ): Promise<ReadonlyMap<string, { id: string; displayName: string; avatarUrl: string }>>;
  /** Profiles by account id, whether others see them or not: for staff. */
  listByAccounts(accountIds: readonly string[]): Promise<ReadonlyMap<string, { profileId: string; name: string }>>;
  /** Subscribers of the creator with this account; 0 for others. */
  getSubscriberCount(accountId: string): Promise<number>;
  /** What the link of a creator with a proven age carries: their handle, or their id. */
  findReferralCode(profileId: string): Promise<string | null>;
  /** Account id of a profile; null without one. */
  findAccountId(db: Db, profileId: string): Promise<string | null>;
  /** Profile ids by account id; accounts without a profile are absent. */
  findIdsByAccount(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Removes a suspended or erased member from every list, or restores them. */
  setHidden(db: Db, accountId: string, hidden: boolean): Promise<void>;
  /** Whether what this creator publishes appears without a moderator: a checked profile, and the level that is asked for. */
  publishesAtOnce(profileId: string): Promise<boolean>;
  /** Changes the counts of published items, in the transaction that publishes or removes them. */
  addPublished(db: Db, profileId: string, change: countStore.PublishedChange): Promise<void>;
  /** Records that the member is active. Cheap: at most one write in half a minute. */
  recordSeen(profileId: string): void;
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

  const viewQuota = createViewQuota({ db, clock });
  const photos = createPhotos(deps);
  const identityLevels = createIdentity(deps);
  const documents = createIdentityDocuments({ ...deps, ...photos, ...identityLevels });
  const listByIds = store.createListByIds(deps.database);
  const cards = createLoader<string, ProfileCard>({
    name: 'profiles.cards',
    keyOf: (id) => id,
    read: async (ids) => new Map((await listByIds(ids)).map((row) => [row.id, toProfileCard(row)])),
  });

  const { contactTasks, ...contacts } = createContacts(deps);
  const { handleTasks, findByHandle, ...handles } = createHandles(deps);

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

  async function findVisibleEarnings(viewerId: string | null, row: store.ProfileRow): Promise<bigint | null> {
    if (!isCreatorRow(row) || !canSeeEarnings(viewerId, row)) return null;
    return (await deps.earnedCents([row.id])).get(row.id) ?? 0n;
  }

  async function get(viewer: Viewer, profileId: string): Promise<ProfileFacts> {
    const row = await requireVisible(viewer, profileId);
    await viewQuota.requireShown(viewer, profileId);
    const [age, earnedCents, photoKeys] = await Promise.all([
      ageVerification.findAge(db, row.account_id),
      findVisibleEarnings(viewer.profileId, row),
      row.photo_key === null ? [] : listShownKeys(db, row.id),
    ]);
    return toProfileFacts(row, { viewerId: viewer.profileId, age, now: clock.now(), earnedCents, photoKeys });
  }

  return {
    ...createSearch({ database: deps.database, searchContent: deps.searchContent, recordShown: viewQuota.recordShown }),
    ...createCreatorLists({ ...deps, db, recordShown: viewQuota.recordShown }),
    ...createOwnProfile({ ...deps, findVisibleEarnings, findByHandle, hashAddress: contacts.hashAddress }),
    ...photos,
    ...identityLevels,
    ...documents,
    ...createPrivacy({ ...deps, db }),
    ...contacts,
    ...handles,
    ...createRestrictions(deps),
    ...createPeople(deps),
    ...viewQuota,
    cards,
    async listPeopleByAccount(viewer, accountIds) {
      const rows = await store.listVisibleByAccount(db, viewer.profileId, accountIds);
      return new Map(
        rows.map((row) => [
          row.account_id,
          { id: row.id, displayName: row.display_name, avatarUrl: portraitUrl(row, 'avatar') },
        ]),
      );
    },
    listByAccounts: (accountIds) => store.listByAccounts(db, accountIds),

    get,
    getFullProfile: async (viewer, profileId) => deps.completeProfile(viewer, await get(viewer, profileId)),
    getFullProfileByHandle: async (viewer, handle) =>
      deps.completeProfile(viewer, await get(viewer, await findByHandle(handle))),
    async getCreator(viewer, profileId) {
      const row = await requireCreatorRow(viewer, profileId);
      await viewQuota.requireShown(viewer, profileId);
      return toCreatorView(row, await findVisibleEarnings(viewer.profileId, row));
    },
    async requireCreator(viewer, profileId) {
      const row = await requireCreatorRow(viewer, profileId);
      return { ...toProfileCard(row), priceCents: row.subscription_price_cents };
    },
    lockPrice: store.lockPrice,
    findSubscriptionsStopped: store.findSubscriptionsStopped,
    setSubscriptionsStopped: store.setSubscriptionsStopped,
    async getTipRecipient(viewer, profileId) {
      const row = await requireCreatorRow(viewer, profileId);
      return { profileId: row.id, displayName: row.display_name };
    },
    async block(viewer, profileId) {
      const own = requireProfileId(viewer);
      if (own === profileId) throw new AppError('CONFLICT', { message: 'You cannot block yourself' });
      if (await blockStore.hasBlocked(db, own, profileId)) return;
      // Who rang can be blocked, also when nothing of them is shown.
      if (!(await deps.hasCallWith(own, profileId))) await requireVisible(viewer, profileId);
      await blockStore.insertBlock(db, own, profileId, clock.now());
    },
    async unblock(viewer, profileId) {
      const own = requireProfileId(viewer);
      if (await blockStore.deleteBlock(db, own, profileId)) return;
      await requireVisible(viewer, profileId);
    },

    getSubscriberCount: async (accountId) => (await store.findByAccount(db, accountId))?.subscriber_count ?? 0,
    async findReferralCode(profileId) {
      const row = await store.findReferrer(db, profileId);
      return row ? (row.handle ?? row.id) : null;
    },
    findAccountId: store.findAccountId,
    findIdsByAccount: store.findIdsByAccount,
    async setHidden(on, accountId, hidden) {
      const id = await store.setRemoved(on, accountId, hidden ? clock.now() : null);
      if (id) await deps.onPeopleChanged(on, [id]);
    },
    async publishesAtOnce(profileId) {
      if (!(await cards.find(profileId))?.publishesWithoutReview) return false;
      const needed = await deps.settings.get('levelToPublishAtOnce');
      // Most operators ask for no more than a checked profile has.
      if (needed <= 1) return true;
      const accountId = await store.findAccountId(db, profileId);
      return accountId !== null && (await identityLevels.readIdentity(db, accountId)).level >= needed;
    },
    addPublished: countStore.addPublished,

    recordSeen: createPresence(deps),
    countOnline: () => countStore.countSeenSince(db, new Date(clock.now().getTime() - onlineWindowMs)),
    countSeenByCity: (since) => countStore.countSeenByCity(db, since),
    countAvailable: () => countStore.countAvailable(db, clock.now()),
    countMembers: () => countStore.countMembers(db),
    countCreators: () => countStore.countCreators(db),
    tasks: [
      jobTask(profileBonusKind, ({ accountId }) => deps.grantProfileBonus(accountId)),
      ...photos.photoCheckTasks,
      createAgreementReminders({ ...deps, readIdentity: identityLevels.readIdentity }),
      ...createDocumentLapse(deps),
      ...contactTasks,
      ...handleTasks,
    ],
  };
}
