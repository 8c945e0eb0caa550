import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { createLane } from '../../platform/lane.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';

interface Viewing {
  contentId: string;
  viewerId: string;
}

/** Adds viewers, and each new one to the count of their item. */
async function insertViewers(db: Db, viewings: readonly Viewing[]): Promise<void> {
  const contentIds = viewings.map(({ contentId }) => contentId);
  const viewerIds = viewings.map(({ viewerId }) => viewerId);
  await sql`
    with added as (
      insert into content_viewers (content_id, viewer_id)
        select content_id, viewer_id from unnest(${contentIds}::uuid[], ${viewerIds}::uuid[]) as seen (content_id, viewer_id)
          order by content_id, viewer_id
        on conflict do nothing
        returning content_id
    )
    update content_items set view_count = view_count + sums.viewers
      from (select content_id, count(*)::int as viewers from added group by content_id) as sums
      where content_items.id = sums.content_id`.execute(db);
}

/** Counts the people who open items, each person once an item, in batches. A view that fails is logged and lost. */
export function createViewerCount({ db, logger }: { db: Db; logger: Logger }): (viewing: Viewing) => void {
  const lane = createLane<Viewing, true>({
    name: 'content.views',
    limit: 5_000,
    async call(viewings) {
      await insertViewers(db, viewings);
      return viewings.map(() => true as const);
    },
  });
  return (viewing) => {
    lane.send(viewing).catch((error) => logger.warn('a view was not counted', errorFields(error)));
  };
}
