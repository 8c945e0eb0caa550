import { creditValueCents } from '@vlam/contract/credits';
import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import type { StudioAudience, StudioSort, StudioState } from '@vlam/contract/rules/studio';
import type { StudioPost, studioOperations } from '@vlam/contract/studio';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import type { MediaService } from '../media/service.ts';
import { requireProfileId } from '../profiles/service.ts';
import { isArchived, isForSale, isPinned } from './policy.ts';
import type { Presenter } from './present.ts';
import type { ItemRow } from './store.ts';
import { countPosts, listPosts } from './studio-store.ts';

type Operation = (typeof studioOperations)['listStudioPosts'];

export interface Studio {
  /** The viewer's own items with their figures. Throws `VALIDATION_FAILED` for the cursor of another list. */
  listPosts(viewer: Viewer, query: QueryOf<Operation>): Promise<ResponseOf<Operation>>;
}

export interface StudioDependencies {
  database: Database;
  clock: Clock;
  credits: Pick<CreditsService, 'income'>;
  media: Pick<MediaService, 'listByIds'>;
  present: Presenter['present'];
  /** Creator's share in cents of the tips of these items, from the module above. */
  tipsByItem(
    profileId: string,
    from: Date | null,
    contentIds?: readonly string[],
  ): Promise<ReadonlyMap<string, { tips: number; cents: number }>>;
}

const pageSize = 24;
const place = z.int().check(z.gte(1), z.lte(99));
const byTime = z.tuple([place, z.iso.datetime(), z.uuid()]);
const byCount = z.tuple([place, z.string().check(z.regex(/^\d{1,9}$/)), z.uuid()]);
const positions: Record<StudioSort, typeof byTime | typeof byCount> = {
  newest: byTime,
  oldest: byTime,
  views: byCount,
  likes: byCount,
};

const audienceOf = (item: ItemRow): StudioAudience =>
  isForSale(item) ? 'both' : item.is_premium ? 'subscribers' : 'free';

function stateOf(item: ItemRow, { now, isReady }: { now: Date; isReady: boolean }): StudioState {
  if (item.state !== 'draft') return item.state as StudioState;
  if (isArchived(item)) return 'archived';
  if (item.publish_at) return 'scheduled';
  if (item.published_at && item.expires_at && item.expires_at <= now) return 'ended';
  return isReady ? 'draft' : 'processing';
}

export function createStudio(deps: StudioDependencies): Studio {
  const { db } = deps.database;

  /** Covers of drafts that are still prepared. */
  async function listUnready(items: readonly ItemRow[]): Promise<Set<string>> {
    const ids = items.flatMap((item) => (item.state === 'draft' && item.media_id ? [item.media_id] : []));
    const files = await deps.media.listByIds(db, ids);
    return new Set(ids.filter((id) => ['uploading', 'processing'].includes(files.get(id)?.state ?? '')));
  }

  return {
    async listPosts(viewer, { list, sort, cursor, limit = pageSize }) {
      const profileId = requireProfileId(viewer);
      const after = decodeCursor(positions[sort], cursor);
      const [rows, counts] = await Promise.all([
        listPosts(db, { profileId, list, sort, after, limit: limit + 1 }),
        cursor === undefined ? countPosts(db, profileId) : null,
      ]);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const ids = shown.map(({ id }) => id);
      const [views, unlocks, tips, unready] = await Promise.all([
        deps.present(viewer, shown),
        ids.length > 0 ? deps.credits.income.incomeByItem(profileId, null, ids) : new Map<string, never>(),
        ids.length > 0 ? deps.tipsByItem(profileId, null, ids) : new Map<string, never>(),
        listUnready(shown),
      ]);
      const viewOf = new Map(views.map((view) => [view.id, view]));
      const now = deps.clock.now();
      const items = shown.flatMap((row): StudioPost[] => {
        const item = viewOf.get(row.id);
        if (!item) return [];
        const { sales = 0, credits = 0n } = unlocks.get(row.id) ?? {};
        return [
          {
            item: row.state === 'removed' ? { ...item, mediaUrl: null, sources: [], hoverUrl: null } : item,
            state: stateOf(row, { now, isReady: !unready.has(row.media_id ?? '') }),
            opensFor: audienceOf(row),
            pin: isPinned(row) ? row.pin_position : null,
            sold: Math.max(0, sales),
            earnedCents: Number(credits) * creditValueCents + (tips.get(row.id)?.cents ?? 0),
            publishedAt: row.published_at?.toISOString() ?? null,
            archivedAt: isArchived(row) ? (row.archived_at?.toISOString() ?? null) : null,
          },
        ];
      });
      return {
        items,
        nextCursor: rows.length > limit && last ? encodeCursor([last.pin, last.value, last.id]) : null,
        counts,
      };
    },
  };
}
