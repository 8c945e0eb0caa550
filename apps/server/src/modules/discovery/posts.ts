import type { InterestCategory } from '@vlam/contract/constants';
import {
  type InterestKind,
  type InterestPost,
  interestFeedLength,
  interestKinds,
  interestPostsPerDay,
  kindOfInterest,
} from '@vlam/contract/discovery-activity';
import * as z from 'zod/mini';
import { johannesburgDay } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { createToggleLane } from '../../platform/toggle-lane.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { requireProfileId } from '../profiles/service.ts';
import { listLiked, toggleLikes } from './activity-like-store.ts';
import type { ActivityParts } from './activity-parts.ts';
import { takeQuota } from './activity-quota-store.ts';
import * as store from './post-store.ts';

/** How long a post or a mood lasts. */
export const lifetimeMs = 24 * 60 * 60_000;
/** The chips count only this many newest posts, which bounds the cost on busy days. */
const countedPosts = 1_000;
export const feedPosition = z.tuple([z.iso.datetime(), z.uuid()]);

export interface PostPage {
  items: InterestPost[];
  nextCursor: string | null;
  counts: Record<InterestKind, number>;
}

export interface Posts {
  /** Posts of the last day whose authors the viewer may see, newest first, with the count of each chip. */
  listPosts(
    viewer: Viewer,
    wanted: {
      kind?: InterestKind | undefined;
      category?: InterestCategory | undefined;
      cursor?: string | undefined;
      limit?: number | undefined;
    },
  ): Promise<PostPage>;
  /** Throws `QUOTA_REACHED` after ten on one Johannesburg day, `CONFLICT` without a profile. */
  postInterest(viewer: Viewer, post: { category: InterestCategory; text: string }): Promise<InterestPost>;
  /** Throws `NOT_FOUND` unless it is the viewer's own. */
  deletePost(viewer: Viewer, id: string): Promise<void>;
  /** Throws `NOT_FOUND` for a post that is deleted or that the viewer may not see. */
  togglePostLike(viewer: Viewer, id: string): Promise<{ liked: boolean; likeCount: number }>;
  /** The author of a post that the viewer may see; null for any other. */
  postAuthor(viewer: Viewer, id: string): Promise<string | null>;
}

export function createPosts({ db, clock, cardsOf, recordCraving, changed }: ActivityParts): Posts {
  const toggle = createToggleLane({
    name: 'discovery.post-likes',
    toggle: (pairs) => toggleLikes(db, 'post', pairs, clock.now()),
    missing: () => new AppError('NOT_FOUND'),
  });

  async function present(viewer: Viewer, rows: readonly store.PostRow[]): Promise<InterestPost[]> {
    const [cards, liked] = await Promise.all([
      cardsOf(viewer, [...new Set(rows.map((row) => row.profile_id))]),
      viewer.profileId === null
        ? new Set<string>()
        : listLiked(
            db,
            'post',
            viewer.profileId,
            rows.map((row) => row.id),
          ),
    ]);
    return rows.flatMap((row) => {
      const person = cards.get(row.profile_id);
      if (!person) return [];
      return {
        id: row.id,
        person,
        category: row.category as InterestCategory,
        kind: row.kind as InterestPost['kind'],
        text: row.text,
        likeCount: row.like_count,
        liked: liked.has(row.id),
        isOwn: row.profile_id === viewer.profileId,
        createdAt: row.created_at.toISOString(),
      };
    });
  }

  return {
    postAuthor: async ({ profileId }, id) =>
      (await store.findPost(db, { id, viewerId: profileId, now: clock.now() }))?.profile_id ?? null,
    async listPosts(viewer, { kind = 'all', category, cursor, limit = interestFeedLength }) {
      const after = decodeCursor(feedPosition, cursor);
      const { profileId: viewerId } = viewer;
      const now = clock.now();
      const [rows, byKind] = await Promise.all([
        store.listPosts(db, {
          viewerId,
          kind,
          category,
          after: after && { at: new Date(after[0]), id: after[1] },
          now,
          limit: limit + 1,
        }),
        store.countPostsByKind(db, { viewerId, now, among: countedPosts }),
      ]);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const all = [...byKind.values()].reduce((sum, posts) => sum + posts, 0);
      return {
        items: await present(viewer, page),
        nextCursor: rows.length > limit && last ? encodeCursor([last.created_at.toISOString(), last.id]) : null,
        counts: Object.fromEntries(
          interestKinds.map((chip) => [chip, chip === 'all' ? all : (byKind.get(chip) ?? 0)]),
        ) as Record<InterestKind, number>,
      };
    },

    async postInterest(viewer, { category, text }) {
      const profileId = requireProfileId(viewer);
      const at = clock.now();
      const row = await db.transaction().execute(async (tx) => {
        const quota = { profileId, action: 'post', day: johannesburgDay(at), limit: interestPostsPerDay } as const;
        if (!(await takeQuota(tx, quota)))
          throw new AppError('QUOTA_REACHED', { message: 'You have posted enough for today. Try again tomorrow' });
        return store.insertPost(tx, {
          id: newId(at.getTime()),
          profile_id: profileId,
          category,
          kind: kindOfInterest[category],
          text,
          created_at: at,
          expires_at: new Date(at.getTime() + lifetimeMs),
        });
      });
      await recordCraving(profileId, category);
      changed('posts');
      const [post] = await present(viewer, [row]);
      if (!post) throw new AppError('NOT_FOUND');
      return post;
    },

    async deletePost(viewer, id) {
      if (viewer.profileId === null || !(await store.deletePost(db, id, viewer.profileId)))
        throw new AppError('NOT_FOUND');
      changed('posts');
    },

    async togglePostLike(viewer, id) {
      const profileId = requireProfileId(viewer);
      const post = await store.findPost(db, { id, viewerId: profileId, now: clock.now() });
      if (!post) throw new AppError('NOT_FOUND');
      const { liked, likeCount } = await toggle({ targetId: id, profileId });
      if (liked) await recordCraving(profileId, post.category);
      changed('posts');
      return { liked, likeCount };
    },
  };
}
