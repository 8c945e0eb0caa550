import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { EncodedStream, EncodedTrack } from './outcome.ts';

/** Starts over; a run that was cut off leaves only the row. Returns how many runs were cut off before. */
export async function startStream(db: Db, mediaId: string): Promise<number> {
  const { unfinished_runs: runs } = await db
    .insertInto('media_streams')
    .values({ media_id: mediaId, unfinished_runs: 1 })
    .onConflict((conflict) =>
      conflict.column('media_id').doUpdateSet({ progress: 0, unfinished_runs: sql`media_streams.unfinished_runs + 1` }),
    )
    .returning('unfinished_runs')
    .executeTakeFirstOrThrow();
  return runs - 1;
}

/** The run ended for a reason that is not the file's, such as a storage that is down: it does not count. */
export async function forgetRun(db: Db, mediaId: string): Promise<void> {
  await sql`update media_streams set unfinished_runs = greatest(unfinished_runs - 1, 0)
    where media_id = ${mediaId}`.execute(db);
}

/** Percent of the encoding. */
export async function updateProgress(db: Db, mediaId: string, progress: number): Promise<void> {
  await db.updateTable('media_streams').set({ progress }).where('media_id', '=', mediaId).execute();
}

export async function findProgress(db: Db, mediaId: string): Promise<number | null> {
  const row = await db
    .selectFrom('media_streams')
    .select('progress')
    .where('media_id', '=', mediaId)
    .executeTakeFirst();
  return row?.progress ?? null;
}

/** Stores the index of an encoded stream. Idempotent. */
export async function saveStream(db: Db, mediaId: string, stream: EncodedStream): Promise<void> {
  const prints = `{${stream.listed.map(bitsOfHex).join(',')}}`;
  const peaks = stream.peaks && Buffer.from(stream.peaks);
  await sql`
    update media_streams set progress = 100, peaks = ${peaks}, prints = ${prints}::bit(256)[]
      where media_id = ${mediaId}`.execute(db);
  await db.deleteFrom('media_stream_tracks').where('media_id', '=', mediaId).execute();
  await db
    .insertInto('media_stream_tracks')
    .values(
      stream.tracks.map((track) => ({
        media_id: mediaId,
        name: track.name,
        codec: track.codec,
        width: track.width,
        height: track.height,
        frame_rate: track.frameRate,
        byte_size: BigInt(track.byteSize),
        init_size: track.initSize,
        segment_sizes: track.segmentSizes,
        segment_ms: track.segmentMs,
      })),
    )
    .execute();
}

const bitsOfHex = (hex: string): string =>
  Array.from(Buffer.from(hex, 'hex'), (byte) => byte.toString(2).padStart(8, '0')).join('');

/** The tracks of a stream: sound first, then the rungs from the smallest on. */
export async function listTracks(db: Db, mediaId: string): Promise<EncodedTrack[]> {
  const rows = await db.selectFrom('media_stream_tracks').selectAll().where('media_id', '=', mediaId).execute();
  const tracks = rows.map((row) => ({
    name: row.name,
    codec: row.codec,
    width: row.width,
    height: row.height,
    frameRate: row.frame_rate,
    byteSize: Number(row.byte_size),
    initSize: row.init_size,
    segmentSizes: row.segment_sizes,
    segmentMs: row.segment_ms,
  }));
  const rank = ({ name }: EncodedTrack) => (name === 'sound' ? -2 : name === 'saver' ? -1 : Number.parseInt(name, 10));
  return tracks.sort((one, other) => rank(one) - rank(other));
}

/** Loudest sample of each part, 0 to 255; null without sound. */
export async function findPeaks(db: Db, mediaId: string): Promise<number[] | null> {
  const row = await db.selectFrom('media_streams').select('peaks').where('media_id', '=', mediaId).executeTakeFirst();
  return row?.peaks ? [...row.peaks] : null;
}
