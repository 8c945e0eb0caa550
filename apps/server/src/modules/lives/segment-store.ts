import { longestReplayMs } from '@vlam/contract/rules/lives';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { LiveSegments } from '../../platform/database-types.ts';

export type SegmentRow = Selectable<LiveSegments>;

export interface ConnectedShow {
  id: string;
  epoch: number;
  /** Number of the first segment of this connection. */
  nextNumber: number;
  /** Milliseconds of picture that its replay still takes. */
  keepMs: number;
}

/** Viewers may have seen numbers that were never stored: after a restart none of them is used again. */
const numberGap = 10;

/** Begins another connection of the broadcasting browser, unless the key is wrong or the show is over. */
export async function openEpoch(db: Db, liveId: string, keyHash: Buffer): Promise<ConnectedShow | undefined> {
  const { rows } = await sql<ConnectedShow>`
    update lives set epoch = epoch + 1 where id = ${liveId} and ended_at is null and ingest_hash = ${keyHash}
      returning id, epoch,
        (select coalesce(max(number) + ${numberGap}::int, 0)::int from live_segments where live_id = ${liveId}) as "nextNumber",
        case when replay = 'none' then 0
          else greatest(0, ${longestReplayMs}::bigint - streamed_ms) end::int as "keepMs"`.execute(db);
  return rows[0];
}

/** The current connection of each of these shows; ended shows are left out. */
export async function listEpochs(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('lives')
    .select(['id', 'epoch'])
    .where('id', 'in', [...ids])
    .where('ended_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, epoch }) => [id, epoch]));
}

/** Stores a finished segment. Returns whether it is the first of the show. */
export async function insertSegment(tx: Db, row: SegmentRow, now: Date): Promise<boolean> {
  await tx
    .insertInto('live_segments')
    .values(row)
    .onConflict((conflict) => conflict.columns(['live_id', 'number']).doNothing())
    .execute();
  const { rows } = await sql<{ is_first: boolean }>`
    update lives set last_part_at = ${now}, streamed_ms = streamed_ms + ${row.ms}::bigint
      where id = ${row.live_id} and ended_at is null
      returning streamed_ms = ${row.ms}::bigint as is_first`.execute(tx);
  return rows[0]?.is_first ?? false;
}

/** The newest segments, oldest first. */
export async function listSegments(db: Db, liveId: string, limit: number): Promise<SegmentRow[]> {
  const rows = await db
    .selectFrom('live_segments')
    .selectAll()
    .where('live_id', '=', liveId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

export const findSegment = (db: Db, liveId: string, number: number): Promise<SegmentRow | undefined> =>
  db
    .selectFrom('live_segments')
    .selectAll()
    .where('live_id', '=', liveId)
    .where('number', '=', number)
    .executeTakeFirst();

/** A folder that holds the start of this connection; undefined without one. */
export async function findFolder(db: Db, liveId: string, epoch: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('live_segments')
    .select('folder')
    .where('live_id', '=', liveId)
    .where('epoch', '=', epoch)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.folder;
}

/** Removes the rows of a folder. */
export const deleteFolderRows = (db: Db, liveId: string, folder: string) =>
  db.deleteFrom('live_segments').where('live_id', '=', liveId).where('folder', '=', folder).execute();

/** Shows that ended before and have no replay at `now`, with the folders that they still have. */
export async function listOldFolders(
  db: Db,
  { endedBefore, now }: { endedBefore: Date; now: Date },
): Promise<{ id: string; folders: string[] }[]> {
  const { rows } = await sql<{ id: string; folders: string[] }>`
    select id, array(select distinct s.folder from live_segments s where s.live_id = lives.id) as folders
      from lives
      where has_files and ended_at < ${endedBefore} and (replay_until is null or replay_until <= ${now})
        and not is_profile_held(creator_id)
      order by ended_at limit 20`.execute(db);
  return rows;
}

export const markWithoutFiles = (db: Db, liveId: string) =>
  db.updateTable('lives').set({ has_files: false }).where('id', '=', liveId).execute();

/** Segments of the replay, in order. */
export const listKept = (db: Db, liveId: string): Promise<Pick<SegmentRow, 'number' | 'epoch' | 'ms'>[]> =>
  db
    .selectFrom('live_segments')
    .select(['number', 'epoch', 'ms'])
    .where('live_id', '=', liveId)
    .where('kept', '=', true)
    .orderBy('number')
    .execute();

/** A folder of the replay that holds this segment, or the start of this connection. */
export async function findKeptFolder(
  db: Db,
  liveId: string,
  wanted: { number: number } | { epoch: number },
): Promise<string | undefined> {
  const [column, value] = 'epoch' in wanted ? (['epoch', wanted.epoch] as const) : (['number', wanted.number] as const);
  const row = await db
    .selectFrom('live_segments')
    .select('folder')
    .where('live_id', '=', liveId)
    .where(column, '=', value)
    .where('kept', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row?.folder;
}
