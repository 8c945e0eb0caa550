import type { CreatorView, creatorSorts, Portraits } from '@vlam/contract/profiles';
import * as z from 'zod/mini';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import { contains } from '../../platform/like-pattern.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { canSeeEarnings } from './policy.ts';
import { portraitsOf } from './portraits.ts';
import * as store from './store.ts';
import { type CreatorRow, isCreatorRow, toCreatorView } from './view.ts';
import { tooManyPeople, type ViewQuota } from './view-quota.ts';

type Sort = (typeof creatorSorts)[number];

export interface SampleCreator {
  id: string;
  displayName: string;
  bio: string;
  location: string;
  subscriptionPrice: number;
  totalContent: number;
  portraits: Portraits;
}

export interface CreatorLists {
  listCreators(
    viewer: Viewer,
    wanted: {
      category?: string | undefined;
      q?: string | undefined;
      sort?: Sort | undefined;
      cursor?: string | undefined;
      limit?: number | undefined;
    },
  ): Promise<{ items: CreatorView[]; nextCursor: string | null }>;
  /** Twelve of the most followed creators; the selection changes daily. */
  listFeatured(viewer: Viewer): Promise<CreatorView[]>;
  /** The sample creators of the demo world; empty elsewhere. */
  listSamples(): Promise<SampleCreator[]>;
}

const positions = {
  popular: z.tuple([z.string().check(z.regex(/^\d{1,9}$/)), z.uuid()]),
  newest: z.tuple([z.iso.datetime(), z.uuid()]),
  price: z.tuple([z.string().check(z.regex(/^\d{1,9}$/)), z.uuid()]),
};

const sortValue: Record<Sort, (row: CreatorRow) => string> = {
  popular: (row) => String(row.subscriber_count),
  newest: (row) => row.created_at.toISOString(),
  price: (row) => String(row.subscription_price_cents),
};

export function createCreatorLists(deps: {
  db: Database['db'];
  clock: Clock;
  earnedCents(profileIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  recordShown: ViewQuota['recordShown'];
}): CreatorLists {
  const { db, clock } = deps;

  async function toViews(viewer: Viewer, rows: readonly store.ProfileRow[]): Promise<CreatorView[]> {
    const sharing = rows.filter((row) => canSeeEarnings(viewer.profileId, row)).map((row) => row.id);
    const earned = sharing.length > 0 ? await deps.earnedCents(sharing) : new Map<string, bigint>();
    const visibleIds = new Set(sharing);
    return rows
      .filter(isCreatorRow)
      .map((row) => toCreatorView(row, visibleIds.has(row.id) ? (earned.get(row.id) ?? 0n) : null));
  }

  return {
    async listCreators(viewer, { category, q, sort = 'popular', cursor, limit = 24 }) {
      const rows = await store.listCreators(db, {
        viewerId: viewer.profileId,
        category,
        pattern: q ? contains(q) : undefined,
        sort,
        after: decodeCursor(positions[sort], cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const allowed = await deps.recordShown(
        viewer,
        page.map(({ id }) => id),
      );
      if (page.length > 0 && allowed.size === 0) throw tooManyPeople();
      const last = page.filter(isCreatorRow).at(-1);
      return {
        items: await toViews(
          viewer,
          page.filter(({ id }) => allowed.has(id)),
        ),
        nextCursor: rows.length > limit && last ? encodeCursor([sortValue[sort](last), last.id]) : null,
      };
    },
    async listFeatured(viewer) {
      const day = johannesburgDay(clock.now());
      return toViews(viewer, await store.listFeatured(db, { viewerId: viewer.profileId, day, limit: 12 }));
    },
    async listSamples() {
      const rows = await store.listSamples(db);
      return rows.filter(isCreatorRow).map((row) => ({
        id: row.id,
        displayName: row.display_name,
        bio: row.bio,
        location: row.city,
        subscriptionPrice: row.subscription_price_cents / 100,
        totalContent: row.content_count,
        portraits: portraitsOf(row),
      }));
    },
  };
}
