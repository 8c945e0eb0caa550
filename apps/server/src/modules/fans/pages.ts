import type { FanRow } from '@vlam/contract/fans';
import type { FanSort } from '@vlam/contract/rules/fans';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { requireProfileId } from '../profiles/service.ts';
import { requireOwnList } from './lists-store.ts';
import { toQuery, toSubscription } from './policy.ts';
import { type Fans, type FansDependencies, paidNothing } from './types.ts';

const pageSize = 30;
const places: Record<FanSort, z.ZodMiniType<[string, string], unknown>> = {
  newest: z.tuple([z.iso.datetime(), z.uuid()]),
  spent: z.tuple([z.union([z.string().check(z.regex(/^-?\d{1,15}$/)), z.literal(paidNothing)]), z.uuid()]),
  name: z.tuple([z.string().check(z.maxLength(80)), z.uuid()]),
};

/** A creator's lists of people, page by page. */
export function createFanPages(deps: FansDependencies): Pick<Fans, 'list'> {
  const { db } = deps.database;
  return {
    async list(viewer, { cursor, limit = pageSize, ...filter }) {
      const creatorId = requireProfileId(viewer);
      const now = deps.clock.now();
      const query = toQuery(creatorId, filter, now);
      const after = decodeCursor(places[filter.sort], cursor);
      if (query.listId) await requireOwnList(db, creatorId, query.listId);
      // Later pages go on in the sums of the first.
      if (!after) await deps.credits.payers.refresh(creatorId);
      const [found, counts] = await Promise.all([
        deps.listFans(db, { ...query, after, limit: limit + 1 }),
        after ? null : deps.countFans(db, creatorId, now),
      ]);
      const shown = found.slice(0, limit);
      const ids = shown.map(({ id }) => id);
      const [cards, facts] = await Promise.all([
        deps.profiles.listVisibleCards(creatorId, ids),
        deps.listFanFacts(db, { creatorId, ids, now }),
      ]);
      const cardOf = new Map(cards.map((card) => [card.id, card]));
      const factsOf = new Map(facts.map((one) => [one.id, one]));
      const last = shown.at(-1);
      return {
        items: shown.flatMap(({ id, at }): FanRow[] => {
          const [card, one] = [cardOf.get(id), factsOf.get(id)];
          if (!card || !one) return [];
          const { displayName, avatarUrl, isOnline } = card;
          return [
            {
              ...{ id, displayName, avatarUrl, isOnline, note: one.note, at: at.toISOString() },
              subscription: toSubscription(one, now),
              earnedCents: Number(one.earnedCents),
            },
          ];
        }),
        nextCursor: found.length > limit && last ? encodeCursor([last.value, last.id]) : null,
        counts,
      };
    },
  };
}
