import type { callsOperations, PastCall } from '@vlam/contract/calls';
import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { earnedInAll } from './earned.ts';
import { costOf } from './present.ts';
import { type CallRow, listEnded } from './store.ts';
import { sumGiven } from './tips-and-gifts-store.ts';

type Operation = typeof callsOperations.listCalls;

export interface History {
  /** The viewer's past calls, newest first. Throws `VALIDATION_FAILED` for an invalid cursor. */
  listPast(viewer: Viewer, page: QueryOf<Operation>): Promise<ResponseOf<Operation>>;
}

const position = z.tuple([z.uuid()]);

const lastedOf = ({ started_at, ended_at }: CallRow): number =>
  started_at && ended_at ? Math.max(0, Math.floor((ended_at.getTime() - started_at.getTime()) / 1000)) : 0;

export function createHistory(deps: {
  database: Database;
  profiles: Pick<ProfilesService, 'listVisibleCards'>;
  credits: Pick<CreditsService, 'sharesOf'>;
}): History {
  return {
    async listPast({ profileId }, { cursor, limit = 10 }) {
      const before = decodeCursor(position, cursor)?.[0] ?? null;
      if (!profileId) return { items: [], nextCursor: null };
      const rows = await listEnded(deps.database.db, { profileId, before, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const otherOf = (row: CallRow) => (row.caller_id === profileId ? row.partner_id : row.caller_id);
      const cards = await deps.profiles.listVisibleCards(profileId, [...new Set(page.map(otherOf))]);
      const cardOf = new Map(cards.map((card) => [card.id, card]));
      const givenIn = await sumGiven(
        deps.database.db,
        page.map(({ id }) => id),
      );
      const earned = await earnedInAll(
        deps,
        page.filter((row) => row.partner_id === profileId),
      );
      const last = page.at(-1);
      return {
        items: page.flatMap((row): PastCall[] => {
          const other = cardOf.get(otherOf(row));
          if (!other) return [];
          return [
            {
              id: row.id,
              role: row.caller_id === profileId ? 'caller' : 'partner',
              other: { id: other.id, displayName: other.displayName, avatarUrl: other.avatarUrl },
              ending: row.ending as PastCall['ending'],
              createdAt: row.created_at.toISOString(),
              duration: lastedOf(row),
              totalCost: costOf(row) + (givenIn.get(row.id) ?? 0),
              earned: earned.get(row.id)?.credits ?? null,
              earnedHeld: earned.get(row.id)?.held ?? 0,
            },
          ];
        }),
        nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null,
      };
    },
  };
}
