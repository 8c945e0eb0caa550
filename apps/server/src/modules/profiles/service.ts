import type { CurrentUser } from '@vlam/contract/identity';
import type {
  CreatorView,
  createProfileBody,
  OwnProfile,
  ProfileView,
  updateProfileBody,
} from '@vlam/contract/profiles';
import type * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { createLane } from '../../platform/lane.ts';
import { createLoader, type Loader } from '../../platform/loader.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AgeVerificationService } from '../age-verification/service.ts';
import type { IdentityService } from '../identity/service.ts';
import * as blockStore from './block-store.ts';
import * as countStore from './count-store.ts';
import { type CreatorLists, createCreatorLists } from './creator-lists.ts';
import {
  canSeeEarnings,
  creatorTerms,
  isComplete,
  onlineWindowMs,
  requireProfileId,
  requireTrueAge,
} from './policy.ts';
import { portraitAddress } from './portraits.ts';
import { createSearch, type FoundContent, type Search } from './search.ts';
import * as store from './store.ts';
import { isCreatorRow, type ProfileCard, toCreatorView, toOwnProfile, toProfileCard, toProfileView } from './view.ts';

export { addFollowersTo, addLikesTo, type PublishedChange } from './count-store.ts';
export { onlineWindowMs, requireProfileId } from './policy.ts';
export type { ProfileCard } from './view.ts';
export { visibleTo } from './visibility-store.ts';

export interface ProfilesDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  identity: Pick<IdentityService, 'linkProfile'>;
  ageVerification: Pick<AgeVerificationService, 'findAge'>;
  /** Credits each creator has earned, before anything was paid out. */
  earnedCredits(profileIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  /** Grants the once-only bonus for a complete profile; a second call does nothing. */
  grantProfileBonus(accountId: string): Promise<void>;
  /** Published items whose title matches, from the module above. */
  searchContent(viewer: Viewer, text: string): Promise<FoundContent[]>;
}

export interface ProfilesService extends Search, CreatorLists {
  /** Makes the viewer's profile, or completes the one there is. Throws `FORBIDDEN` for another's `userId`, `VALIDATION_FAILED`. */
  save(viewer: Viewer, body: z.output<typeof createProfileBody>): Promise<OwnProfile>;
  /** Throws `NOT_FOUND` before there is one. */
  getOwn(viewer: Viewer): Promise<OwnProfile>;
  update(viewer: Viewer, body: z.output<typeof updateProfileBody>): Promise<OwnProfile>;
  /** Throws `NOT_FOUND` for the blocked (either way), hidden, suspended and unknown alike. */
  get(viewer: Viewer, profileId: string): Promise<ProfileView>;
  getCreator(viewer: Viewer, profileId: string): Promise<CreatorView>;
  /** Throws `NOT_FOUND` unless this viewer may see a creator of that id. */
  requireCreator(viewer: Viewer, profileId: string): Promise<ProfileCard & { priceCents: number }>;
  block(viewer: Viewer, profileId: string): Promise<void>;
  unblock(viewer: Viewer, profileId: string): Promise<void>;
  /** What stands beside somebody's words or pictures, by profile id. Visibility is the caller's to ask for. */
  cards: Loader<string, ProfileCard>;
  /** The part of the current user that a profile knows; null before there is one. */
  describe(
    accountId: string,
  ): Promise<(Pick<CurrentUser, 'profileImageUrl' | 'displayName' | 'creator'> & { profileId: string }) | null>;
  /** Called in the transaction that stores the proof of age: shows the profile, and makes a creator a verified one. */
  confirmAdult(db: Db, accountId: string, at: Date): Promise<void>;
  /** Takes a suspended or erased member out of every list, or puts them back. */
  setHidden(db: Db, accountId: string, hidden: boolean): Promise<void>;
  /** Changes the counts of published items, in the transaction that publishes or removes. */
  addPublished(db: Db, profileId: string, change: countStore.PublishedChange): Promise<void>;
  /** Notes that this person is here. Cheap: at most one write in half a minute. */
  seen(profileId: string): void;
  countOnline(): Promise<number>;
  countAvailable(): Promise<number>;
  countMembers(): Promise<number>;
  countCreators(): Promise<number>;
}

const seenEveryMs = onlineWindowMs / 2;

export function createProfilesService(deps: ProfilesDependencies): ProfilesService {
  const { clock, identity, ageVerification } = deps;
  const { db } = deps.database;

  const cards = createLoader<string, ProfileCard>({
    keyOf: (id) => id,
    read: async (ids) => new Map((await store.listByIds(db, ids)).map((row) => [row.id, toProfileCard(row)])),
  });

  const presence = createLane<string, true>({
    limit: 1_000,
    async call(ids) {
      await store.setSeen(db, [...new Set(ids)], clock.now());
      return ids.map(() => true as const);
    },
  });
  let noted = new Map<string, number>();

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
    return (await deps.earnedCredits([row.id])).get(row.id) ?? 0n;
  }

  async function presentOwn(row: store.ProfileRow): Promise<OwnProfile> {
    const [age, earnedCredits] = await Promise.all([
      ageVerification.findAge(db, row.account_id),
      earnedBy(row.id, row),
    ]);
    return toOwnProfile(row, { age, earnedCredits });
  }

  /** Verified creators are those whose account proved its age; see docs/decisions. */
  const verifiedSince = (before: store.ProfileRow | undefined, viewer: Viewer, terms: { category: string | null }) => {
    if (terms.category === null) return null;
    if (before?.category) return before.creator_verified_at;
    return viewer.ageVerified ? clock.now() : null;
  };

  async function afterSaving(row: store.ProfileRow): Promise<OwnProfile> {
    if (isComplete(row) && !row.awaiting_age_check) await deps.grantProfileBonus(row.account_id);
    return presentOwn(row);
  }

  return {
    ...createSearch({ db, searchContent: deps.searchContent }),
    ...createCreatorLists({ db, clock, earnedCredits: deps.earnedCredits }),
    cards,

    async save(viewer, body) {
      if (body.userId !== undefined && body.userId !== viewer.accountId) throw new AppError('FORBIDDEN');
      requireTrueAge(body.age, await ageVerification.findAge(db, viewer.accountId));
      const row = await db.transaction().execute(async (tx) => {
        const write = async (before: store.ProfileRow | undefined): Promise<store.ProfileRow | null> => {
          const terms = creatorTerms(before ?? { category: null, subscription_price_cents: null }, body);
          const fields = {
            display_name: body.displayName,
            bio: body.bio,
            stated_age: body.age,
            city: body.location,
            ...(body.relationshipStatus === undefined ? {} : { relationship_status: body.relationshipStatus }),
            ...(body.lookingFor === undefined ? {} : { looking_for: body.lookingFor }),
            ...terms,
            creator_verified_at: verifiedSince(before, viewer, terms),
          };
          if (before) return store.updateProfile(tx, before.id, fields);
          const now = clock.now();
          const made = await store.insertProfile(tx, {
            ...fields,
            id: newId(now.getTime()),
            account_id: viewer.accountId,
            awaiting_age_check: !viewer.ageVerified,
            last_seen_at: now,
            created_at: now,
          });
          return made ? ((await store.findByAccount(tx, viewer.accountId)) ?? null) : null;
        };
        // Two first calls at once: the one that comes second finds the first's row and completes it.
        const saved =
          (await write(await store.lockByAccount(tx, viewer.accountId))) ??
          (await write(await store.lockByAccount(tx, viewer.accountId)));
        if (!saved) throw new AppError('CONFLICT');
        await identity.linkProfile(tx, viewer.accountId, saved.id, isCreatorRow(saved));
        return saved;
      });
      return afterSaving(row);
    },

    async getOwn(viewer) {
      const row = await store.findByAccount(db, viewer.accountId);
      if (!row) throw new AppError('NOT_FOUND');
      return presentOwn(row);
    },

    async update(viewer, body) {
      const row = await db.transaction().execute(async (tx) => {
        const before = await store.lockByAccount(tx, viewer.accountId);
        if (!before) throw new AppError('NOT_FOUND');
        const terms = creatorTerms(before, { ...body, bio: body.bio ?? before.bio });
        const saved = await store.updateProfile(tx, before.id, {
          display_name: body.displayName,
          bio: body.bio,
          city: body.location,
          relationship_status: body.relationshipStatus,
          looking_for: body.lookingFor,
          show_earnings: body.showEarnings,
          ...terms,
          creator_verified_at: verifiedSince(before, viewer, terms),
        });
        if (isCreatorRow(saved) !== isCreatorRow(before))
          await identity.linkProfile(tx, viewer.accountId, saved.id, isCreatorRow(saved));
        return saved;
      });
      return afterSaving(row);
    },

    async get(viewer, profileId) {
      const row = await requireVisible(viewer, profileId);
      const [age, earnedCredits] = await Promise.all([
        ageVerification.findAge(db, row.account_id),
        earnedBy(viewer.profileId, row),
      ]);
      return toProfileView(row, { viewerId: viewer.profileId, age, now: clock.now(), earnedCredits });
    },
    async getCreator(viewer, profileId) {
      const row = await requireCreatorRow(viewer, profileId);
      return toCreatorView(row, await earnedBy(viewer.profileId, row));
    },
    async requireCreator(viewer, profileId) {
      const row = await requireCreatorRow(viewer, profileId);
      return { ...toProfileCard(row), priceCents: row.subscription_price_cents };
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

    async describe(accountId) {
      const row = await store.findByAccount(db, accountId);
      if (!row) return null;
      return {
        profileId: row.id,
        displayName: row.display_name,
        profileImageUrl: portraitAddress(row, 'avatar'),
        ...(isCreatorRow(row)
          ? {
              creator: {
                id: row.id,
                category: row.category,
                subscriptionPrice: row.subscription_price_cents / 100,
                isVerified: row.creator_verified_at !== null,
                subscriberCount: row.subscriber_count,
              },
            }
          : {}),
      };
    },
    async confirmAdult(on, accountId, at) {
      await store.setAdult(on, accountId, { at, age: await ageVerification.findAge(on, accountId) });
    },
    setHidden: (on, accountId, hidden) => store.setHidden(on, accountId, hidden ? clock.now() : null),
    addPublished: countStore.addPublished,

    seen(profileId) {
      const now = clock.now().getTime();
      if (now - (noted.get(profileId) ?? 0) < seenEveryMs) return;
      if (noted.size > 50_000) noted = new Map();
      noted.set(profileId, now);
      presence.send(profileId).catch((error) => deps.logger.warn('presence was not noted', errorFields(error)));
    },
    countOnline: () => countStore.countSeenSince(db, new Date(clock.now().getTime() - onlineWindowMs)),
    countAvailable: () => countStore.countAvailable(db, clock.now()),
    countMembers: () => countStore.countMembers(db),
    countCreators: () => countStore.countCreators(db),
  };
}
