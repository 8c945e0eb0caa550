import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import { type FeedEntry, type FeedPosition, listChosen, listOthers } from './feed-store.ts';

/** First the creators one follows or pays, then everybody else. */
const position = z.tuple([z.enum(['chosen', 'others']), z.nullable(z.tuple([z.iso.datetime(), z.uuid()]))]);

export interface FeedPage {
  ids: string[];
  nextCursor: string | null;
}

/**
 * The ids of one page of the feed. Throws `VALIDATION_FAILED` for a cursor that is none.
 * `chosenBy` is the statement that answers `creator_id` of everyone an SQL expression's profile follows or pays.
 */
export async function readFeed(
  db: Database['db'],
  chosenBy: (viewer: RawBuilder<unknown>) => RawBuilder<unknown>,
  viewerId: string | null,
  page: { cursor?: string | undefined; limit: number },
): Promise<FeedPage> {
  const [phase, place] = decodeCursor(position, page.cursor) ?? ['chosen', null];
  const after: FeedPosition | null = place && { publishedAt: new Date(place[0]), id: place[1] };
  const chosen = chosenBy(sql`${viewerId}::uuid`);
  // One more than asked for says whether there is a next page.
  const limit = page.limit + 1;
  const entries: (FeedEntry & { phase: 'chosen' | 'others' })[] = [];
  if (phase === 'chosen' && viewerId)
    for (const entry of await listChosen(db, { viewerId, chosen, after, limit }))
      entries.push({ ...entry, phase: 'chosen' });
  if (entries.length < limit) {
    const rest = { viewerId, chosen, after: phase === 'others' ? after : null, limit: limit - entries.length };
    for (const entry of await listOthers(db, rest)) entries.push({ ...entry, phase: 'others' });
  }
  const shown = entries.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    ids: shown.map((entry) => entry.id),
    nextCursor:
      entries.length > page.limit && last
        ? encodeCursor([last.phase, [last.publishedAt.toISOString(), last.id]])
        : null,
  };
}
