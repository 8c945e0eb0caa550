import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { prepare, uuidArray } from '../../platform/prepared.ts';

export interface PlacementRow {
  id: string;
  shown_cell: bigint | null;
  shown_city: string | null;
  flamed_at: Date | null;
  matched: boolean;
}

/** Prepares the query for these people's displayed places and their relation to the viewer. */
export function createListPlacements(
  database: Database,
): (viewerId: string | null, ids: readonly string[]) => Promise<PlacementRow[]> {
  const statement = prepare<'viewer' | 'ids', PlacementRow>(
    database,
    'cards of people',
    ['viewer', 'ids'],
    ({ viewer, ids }) => sql`
      select other.id, place.shown_cell, place.shown_city, flames.sent_at as flamed_at,
             exists (select from flame_matches as pair
               where pair.low_id = least(other.id, ${viewer}::uuid) and pair.high_id = greatest(other.id, ${viewer}::uuid)
             ) as matched
        from unnest(${ids}::uuid[]) as other (id)
        left join discovery_places as place on place.profile_id = other.id
        left join flames on flames.sender_id = ${viewer}::uuid and flames.recipient_id = other.id`,
  );
  return (viewerId, ids) => statement({ viewer: viewerId, ids: uuidArray(ids) });
}
