import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { isUnlockedBy } from '../credits/service.ts';
import { visibleTo } from '../profiles/service.ts';

/** Items read before the price and the viewer narrow them, so that a rare price costs no walk through all of them. */
const newest = 500;

/**
 * The newest pictures sold singly for at most so many credits that the viewer may see and has not bought, one a creator.
 * X18 is left out: it needs more than a proof of age.
 */
export async function listAffordable(
  db: Database['db'],
  viewer: { profileId: string | null; accountId: string },
  { credits, limit }: { credits: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select distinct on (items.profile_id) items.id, items.published_at
        from (select * from content_items where state = 'published' order by published_at desc, id desc limit ${newest}) as items
        where items.media_type = 'image' and items.is_premium and items.price_credits between 1 and ${credits}
          and items.classification <> 'X18' and items.profile_id is distinct from ${viewer.profileId}::uuid
          and ${visibleTo(sql`${viewer.profileId}::uuid`, sql`items.profile_id`)}
          and not ${isUnlockedBy(sql`${viewer.accountId}::uuid`, sql`items.id::text`)}
        order by items.profile_id, items.published_at desc
    ) as offered order by published_at desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
