import type { CommentView } from '@vlam/contract/social';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { gatherNotices, type Notify } from '../../platform/notices.ts';
import type { Pair } from '../../platform/toggle-lane.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { addComments, addItemLikesTo, type ContentService } from '../content/service.ts';
import type { CreditsService } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import {
  addFollowersTo,
  addLikesTo,
  type ProfileCard,
  type ProfilesService,
  requireProfileId,
  restrictedMessage,
} from '../profiles/service.ts';
import { createLikes, type Likes } from './likes.ts';
import { createSaves, type Saves } from './saves.ts';
import * as store from './store.ts';
import { createTips, type TipDependencies, type Tips } from './tips.ts';

export { isLikedBy } from './like-store.ts';
export { countFollowed, followedCreatorIds, followerIds } from './store.ts';
export { tipsByItem } from './tip-store.ts';

/** Comments per response at most; the latest ones. */
const commentLimit = 200;
const followPosition = z.tuple([z.iso.datetime(), z.uuid()]);

export interface FollowedCreator {
  id: string;
  displayName: string;
  avatar: string;
  category: string;
}

export interface SocialService extends Pick<Likes, 'findLikedIds'>, Tips, Saves {
  /** The first four throw `NOT_FOUND` for an item the viewer may not see and `FORBIDDEN` for a locked one. */
  isLiked(viewer: Viewer, contentId: string): Promise<boolean>;
  toggleLike(viewer: Viewer, contentId: string): Promise<{ liked: boolean; likeCount: number }>;
  listComments(viewer: Viewer, contentId: string): Promise<CommentView[]>;
  postComment(viewer: Viewer, contentId: string, comment: string): Promise<CommentView>;
  /** Author of a comment this viewer can read. Throws `NOT_FOUND` or `FORBIDDEN` for its item. */
  findCommentAuthor(viewer: Viewer, commentId: string): Promise<string | null>;
  /** These two throw `NOT_FOUND` unless the viewer may see a creator with this id. */
  isFollowing(viewer: Viewer, creatorId: string): Promise<boolean>;
  toggleFollow(viewer: Viewer, creatorId: string): Promise<boolean>;
  listFollowing(
    viewer: Viewer,
    page: { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ items: FollowedCreator[]; nextCursor: string | null }>;
  /** As `isFollowing`, for callers that have checked that the creator is visible. */
  isFollowerOf(viewer: Viewer, creatorId: string): Promise<boolean>;
}

export function createSocialService(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  notify: Notify;
  identity: Pick<IdentityService, 'listFirstNames'>;
  profiles: Pick<ProfilesService, 'requireCreator' | 'cards' | 'isRestrictedBy'>;
  content: Pick<ContentService, 'requireOpen' | 'requireTippable' | 'summaries' | 'listByIds'>;
  credits: Pick<CreditsService, 'listUnlocked' | 'countUnlocked'>;
  payments: TipDependencies['payments'];
  /** Called in the transaction of a new follow. */
  onFollow(tx: Db, pair: { creatorId: string; followerId: string }): Promise<void>;
}): SocialService {
  const { clock, identity, profiles, content } = deps;
  const { db } = deps.database;
  const likes = createLikes({
    database: deps.database,
    clock,
    counts: { items: addItemLikesTo, creators: addLikesTo },
  });

  /** Owners and moderators see unpublished items, but these cannot be liked or commented on. */
  async function requirePublished(viewer: Viewer, contentId: string) {
    const item = await content.requireOpen(viewer, contentId);
    if (item.state !== 'published') throw new AppError('NOT_FOUND');
    return item;
  }

  const notifyLike = gatherNotices<Pair>({
    ...deps,
    db,
    async toNotices(pairs) {
      const [likedPairs, items] = await Promise.all([
        likes.listLiked(pairs),
        content.summaries(pairs.map(({ targetId }) => targetId)),
      ]);
      return likedPairs.flatMap(({ targetId, profileId }) => {
        const item = items.get(targetId);
        if (!item) return [];
        const key = `like:${targetId}:${profileId}`;
        const { profileId: owner, title: subject } = item;
        return { kind: 'like', to: { profileId: owner }, key, actorId: profileId, targetId, subject } as const;
      });
    },
  });

  /** Comments with first name and picture; email and surname never leave the server. */
  async function toCommentViews(rows: readonly store.CommentRow[]): Promise<CommentView[]> {
    const cards = await profiles.cards.list([...new Set(rows.map((row) => row.profile_id))]);
    const byId = new Map<string, ProfileCard>(cards.map((card) => [card.id, card]));
    const firstNames = await identity.listFirstNames(
      db,
      cards.map((card) => card.accountId),
    );
    return rows.flatMap((row) => {
      const card = byId.get(row.profile_id);
      if (!card) return [];
      const firstName = firstNames.get(card.accountId) ?? card.displayName;
      return {
        id: row.id,
        comment: row.comment,
        createdAt: row.created_at.toISOString(),
        user: { profileId: card.id, firstName, profileImageUrl: card.avatar },
      };
    });
  }

  return {
    ...createTips({ ...deps, db }),
    ...createSaves(deps),
    findLikedIds: likes.findLikedIds,
    async isLiked(viewer, contentId) {
      await content.requireOpen(viewer, contentId);
      return viewer.profileId !== null && (await likes.findLikedIds(viewer.profileId, [contentId])).has(contentId);
    },
    async toggleLike(viewer, contentId) {
      await requirePublished(viewer, contentId);
      const pair = { targetId: contentId, profileId: requireProfileId(viewer) };
      const { liked, likeCount } = await likes.toggle(pair);
      if (liked) notifyLike(pair);
      return { liked, likeCount };
    },

    async listComments(viewer, contentId) {
      await content.requireOpen(viewer, contentId);
      return toCommentViews(
        await store.listComments(db, { contentId, viewerId: viewer.profileId, limit: commentLimit }),
      );
    },
    async postComment(viewer, contentId, comment) {
      const item = await requirePublished(viewer, contentId);
      const profileId = requireProfileId(viewer);
      if (await profiles.isRestrictedBy(item.profile_id, profileId))
        throw new AppError('FORBIDDEN', { message: restrictedMessage });
      const row = await db.transaction().execute(async (tx) => {
        const at = clock.now();
        const made = await store.insertComment(tx, { id: newId(at.getTime()), contentId, profileId, comment, at });
        await addComments(tx, contentId, 1);
        await deps.notify(tx, {
          kind: 'comment',
          to: { profileId: item.profile_id },
          key: `comment:${made.id}`,
          actorId: profileId,
          targetId: contentId,
          subject: item.title,
        });
        return made;
      });
      const [view] = await toCommentViews([row]);
      if (!view) throw new AppError('NOT_FOUND');
      return view;
    },
    async findCommentAuthor(viewer, commentId) {
      const row = await store.findComment(db, viewer.profileId, commentId);
      if (!row) return null;
      await content.requireOpen(viewer, row.content_id);
      return row.profile_id;
    },

    async isFollowing(viewer, creatorId) {
      await profiles.requireCreator(viewer, creatorId);
      return viewer.profileId !== null && store.isFollowing(db, viewer.profileId, creatorId);
    },
    isFollowerOf: async ({ profileId }, creatorId) => profileId !== null && store.isFollowing(db, profileId, creatorId),
    async toggleFollow(viewer, creatorId) {
      await profiles.requireCreator(viewer, creatorId);
      const followerId = requireProfileId(viewer);
      if (followerId === creatorId) throw new AppError('CONFLICT', { message: 'You cannot follow yourself' });
      return db.transaction().execute(async (tx) => {
        const follows = await store.toggleFollow(tx, { followerId, creatorId, at: clock.now() }, addFollowersTo);
        if (follows) await deps.onFollow(tx, { creatorId, followerId });
        return follows;
      });
    },
    async listFollowing({ profileId }, { cursor, limit = 20 }) {
      if (!profileId) return { items: [], nextCursor: null };
      const position = decodeCursor(followPosition, cursor);
      const rows = await store.listFollowing(db, {
        followerId: profileId,
        after: position && { at: new Date(position[0]), creatorId: position[1] },
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const cards = await profiles.cards.list(page.map((row) => row.creator_id));
      return {
        items: cards.map(({ id, displayName, avatar, category }) => ({ id, displayName, avatar, category })),
        nextCursor: rows.length > limit && last ? encodeCursor([last.created_at.toISOString(), last.creator_id]) : null,
      };
    },
  };
}
