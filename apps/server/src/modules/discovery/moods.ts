import { type MoodPost, moodPresets, moodsPerDay } from '@vlam/contract/discovery-activity';
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
import * as store from './mood-store.ts';
import { feedPosition, lifetimeMs } from './posts.ts';

type Preset = NonNullable<MoodPost['preset']>;

export interface Moods {
  /** Moods of the last day of members the viewer may see, newest first. */
  listMoods(
    viewer: Viewer,
    wanted: { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ items: MoodPost[]; nextCursor: string | null }>;
  /**
   * Replaces the member's mood. Throws `QUOTA_REACHED` after twenty on one Johannesburg day, `CONFLICT` without a
   * profile.
   */
  shareMood(viewer: Viewer, mood: { preset?: Preset | undefined; text?: string | undefined }): Promise<MoodPost>;
  /** Throws `NOT_FOUND` unless it is the viewer's own. */
  deleteMood(viewer: Viewer, id: string): Promise<void>;
  /** Throws `NOT_FOUND` for a mood that is deleted or that the viewer may not see. */
  toggleMoodLike(viewer: Viewer, id: string): Promise<{ liked: boolean; likeCount: number }>;
  /** The author of a mood, if the viewer may see it; else null. */
  moodAuthor(viewer: Viewer, id: string): Promise<string | null>;
  /** The text of each member's current mood. The caller checks visibility. */
  moodsOf(profileIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const isPreset = (words: string | null): words is Preset => moodPresets.some((preset) => preset === words);

export function createMoods({ db, clock, cardsOf, changed }: ActivityParts): Moods {
  const toggle = createToggleLane({
    name: 'discovery.mood-likes',
    toggle: (pairs) => toggleLikes(db, 'mood', pairs, clock.now()),
    missing: () => new AppError('NOT_FOUND'),
  });

  async function present(viewer: Viewer, rows: readonly store.MoodRow[]): Promise<MoodPost[]> {
    const ids = rows.map((row) => row.id);
    const [cards, liked] = await Promise.all([
      cardsOf(
        viewer,
        rows.map((row) => row.profile_id),
      ),
      viewer.profileId === null ? new Set<string>() : listLiked(db, 'mood', viewer.profileId, ids),
    ]);
    return rows.flatMap((row) => {
      const person = cards.get(row.profile_id);
      if (!person) return [];
      return {
        id: row.id,
        person,
        mood: row.words,
        preset: isPreset(row.preset) ? row.preset : null,
        likeCount: row.like_count,
        liked: liked.has(row.id),
        isOwn: row.profile_id === viewer.profileId,
        createdAt: row.created_at.toISOString(),
      };
    });
  }

  return {
    moodAuthor: async ({ profileId }, id) =>
      (await store.findMood(db, { id, viewerId: profileId, now: clock.now() }))?.profile_id ?? null,
    async listMoods(viewer, { cursor, limit = 20 }) {
      const after = decodeCursor(feedPosition, cursor);
      const rows = await store.listMoods(db, {
        viewerId: viewer.profileId,
        after: after && { at: new Date(after[0]), id: after[1] },
        now: clock.now(),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        items: await present(viewer, page),
        nextCursor: rows.length > limit && last ? encodeCursor([last.created_at.toISOString(), last.id]) : null,
      };
    },

    async shareMood(viewer, mood) {
      const profileId = requireProfileId(viewer);
      const at = clock.now();
      const row = await db.transaction().execute(async (tx) => {
        // Its row lock also serialises two moods that one member shares concurrently.
        const quota = { profileId, action: 'mood', day: johannesburgDay(at), limit: moodsPerDay } as const;
        if (!(await takeQuota(tx, quota)))
          throw new AppError('QUOTA_REACHED', { message: 'You have shared enough moods for today' });
        return store.replaceMood(tx, {
          id: newId(at.getTime()),
          profile_id: profileId,
          preset: mood.preset ?? null,
          words: mood.preset ?? mood.text ?? '',
          created_at: at,
          expires_at: new Date(at.getTime() + lifetimeMs),
        });
      });
      changed('moods');
      const [post] = await present(viewer, [row]);
      if (!post) throw new AppError('NOT_FOUND');
      return post;
    },

    async deleteMood(viewer, id) {
      if (viewer.profileId === null || !(await store.deleteMood(db, id, viewer.profileId)))
        throw new AppError('NOT_FOUND');
      changed('moods');
    },

    async toggleMoodLike(viewer, id) {
      const profileId = requireProfileId(viewer);
      if (!(await store.findMood(db, { id, viewerId: profileId, now: clock.now() }))) throw new AppError('NOT_FOUND');
      const { liked, likeCount } = await toggle({ targetId: id, profileId });
      changed('moods');
      return { liked, likeCount };
    },

    async moodsOf(profileIds) {
      if (profileIds.length === 0) return new Map();
      const rows = await store.listMoodsOf(db, profileIds, clock.now());
      return new Map(rows.map((row) => [row.profile_id, row.words]));
    },
  };
}
