import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { FeedEntry, FeedStore } from './feed-store.ts';

/** First the creators the viewer follows or pays, then everyone else. */
const position = z.tuple([z.enum(['chosen', 'others']), z.tuple([z.iso.datetime(), z.uuid()])]);

export interface FeedPage {
  ids: string[];
  nextCursor: string | null;
}

/** The ids of one page of the feed. Throws `VALIDATION_FAILED` for an invalid cursor. */
export async function readFeed(
  store: FeedStore,
  viewerId: string | null,
  page: { cursor?: string | undefined; limit: number; now: Date },
): Promise<FeedPage> {
  const cursor = decodeCursor(position, page.cursor);
  const after: FeedEntry | null = cursor && { publishedAt: new Date(cursor[1][0]), id: cursor[1][1] };
  // One more than requested shows whether there is a next page.
  const limit = page.limit + 1;
  const entries: (FeedEntry & { phase: 'chosen' | 'others' })[] = [];
  if (cursor?.[0] !== 'others' && viewerId)
    for (const entry of await store.listChosen({ viewerId, after, limit }, page.now))
      entries.push({ ...entry, phase: 'chosen' });
  if (entries.length < limit) {
    const rest = { viewerId, after: cursor?.[0] === 'others' ? after : null, limit: limit - entries.length };
    for (const entry of await store.listOthers(rest, page.now)) entries.push({ ...entry, phase: 'others' });
  }
  const shown = entries.slice(0, page.limit);
  const last = shown.at(-1);
  const more = entries.length > page.limit && last;
  return {
    ids: shown.map((entry) => entry.id),
    nextCursor: more ? encodeCursor([last.phase, [last.publishedAt.toISOString(), last.id]]) : null,
  };
}
