import type { QueryOf } from '@vlam/contract/operation';
import type { CreatorView, ListedCreator, Portraits, profilesOperations } from '@vlam/contract/profiles';
import { newCreatorDays } from '@vlam/contract/rules/creators';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { type Clock, johannesburgDay } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import { contains } from '../../platform/like-pattern.ts';
import type { Viewer } from '../../platform/viewer.ts';
import * as creatorStore from './creator-store.ts';
import { canSeeEarnings } from './policy.ts';
import { drawnPortraitsOf } from './portraits.ts';
import * as store from './store.ts';
import { type CreatorRow, isCreatorRow, isOnline, toCreatorView } from './view.ts';
import { tooManyPeople, type ViewQuota } from './view-quota.ts';

type CreatorQuery = QueryOf<typeof profilesOperations.listCreators>;

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
  /** Creators that match every given filter. Counts them towards the viewer's daily quota of people shown. */
  listCreators(viewer: Viewer, query: CreatorQuery): Promise<{ items: ListedCreator[]; nextCursor: string | null }>;
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

const sortValue: Record<creatorStore.CreatorSort, (row: CreatorRow) => string> = {
  popular: (row) => String(row.subscriber_count),
  newest: (row) => row.created_at.toISOString(),
  price: (row) => String(row.subscription_price_cents),
};

const dayMs = 86_400_000;
const toCents = (rand: number | undefined) => (rand === undefined ? undefined : rand * 100);

export interface CreatorListsDependencies {
  db: Database['db'];
  clock: Clock;
  earnedCents(profileIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  recordShown: ViewQuota['recordShown'];
  /** Part of an SQL statement: the ids of all creators a profile follows. */
  followedCreatorIds(follower: RawBuilder<unknown>): RawBuilder<unknown>;
}

export function createCreatorLists(deps: CreatorListsDependencies): CreatorLists {
  const { db, clock } = deps;

  async function toViews<Row extends store.ProfileRow>(viewer: Viewer, rows: readonly Row[]) {
    const sharing = rows.filter((row) => canSeeEarnings(viewer.profileId, row)).map((row) => row.id);
    const earned = sharing.length > 0 ? await deps.earnedCents(sharing) : new Map<string, bigint>();
    const visibleIds = new Set(sharing);
    return rows.flatMap((row) => {
      if (!isCreatorRow(row)) return [];
      return { row, view: toCreatorView(row, visibleIds.has(row.id) ? (earned.get(row.id) ?? 0n) : null) };
    });
  }

  return {
    async listCreators(viewer, query) {
      const { q, sort = 'popular', limit = 24 } = query;
      const now = clock.now();
      const rows = await creatorStore.listCreators(db, {
        viewerId: viewer.profileId,
        now,
        category: query.category,
        pattern: q ? contains(q) : undefined,
        minCents: toCents(query.minPrice),
        maxCents: toCents(query.maxPrice),
        online: query.online === 'yes',
        joinedAfter: query.new ? new Date(now.getTime() - newCreatorDays * dayMs) : undefined,
        following: query.following === 'yes',
        followed: deps.followedCreatorIds(sql`${viewer.profileId}::uuid`),
        sort,
        after: decodeCursor(positions[sort], query.cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const allowed = await deps.recordShown(
        viewer,
        page.map(({ id }) => id),
      );
      if (page.length > 0 && allowed.size === 0) throw tooManyPeople();
      const last = page.filter(isCreatorRow).at(-1);
      const shown = await toViews(
        viewer,
        page.filter(({ id }) => allowed.has(id)),
      );
      return {
        items: shown.map(({ row, view }) => ({ ...view, isOnline: isOnline(row, now), following: row.following })),
        nextCursor: rows.length > limit && last ? encodeCursor([sortValue[sort](last), last.id]) : null,
      };
    },
    async listFeatured(viewer) {
      const day = johannesburgDay(clock.now());
      const rows = await store.listFeatured(db, { viewerId: viewer.profileId, day, limit: 12 });
      return (await toViews(viewer, rows)).map(({ view }) => view);
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
        portraits: drawnPortraitsOf(row),
      }));
    },
  };
}
