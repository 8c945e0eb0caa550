import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';

/** Sections of different pictures were at least 58 bits apart. */
const blockedDistance = 50;
/** Frames are many and stored whole: only near copies count. */
const blockedFrameDistance = 31;

const bitsOf = (print: Uint8Array): string => Array.from(print, (byte) => byte.toString(2).padStart(8, '0')).join('');
const arrayOf = (prints: readonly Uint8Array[]) => `{${prints.map(bitsOf).join(',')}}`;

export async function insertPrints(db: Db, mediaId: string, prints: readonly Uint8Array[]): Promise<void> {
  await sql`
    insert into media_prints (media_id, prints)
    select id, ${arrayOf(prints)}::bit(256)[] from media where id = ${mediaId}
    on conflict do nothing`.execute(db);
}

export async function deletePrints(db: Db, mediaId: string): Promise<void> {
  await db.deleteFrom('media_prints').where('media_id', '=', mediaId).execute();
}

export async function hasPrints(db: Db, mediaId: string): Promise<boolean> {
  const row = await db.selectFrom('media_prints').select('media_id').where('media_id', '=', mediaId).executeTakeFirst();
  return row !== undefined;
}

/** Ready pictures of members whose hashes are not stored yet. Samples, which have no SHA-256, are left out. */
export async function listWithoutPrints(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('kind', '=', 'image')
    .where('state', '=', 'ready')
    .where('sha256', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          // Copies share the hashes of their file.
          selectFrom('media_prints')
            .innerJoin('media as hashed', 'hashed.id', 'media_prints.media_id')
            .select('media_id')
            .whereRef('hashed.storage_key', '=', 'media.storage_key'),
        ),
      ),
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Puts the stored hashes of a picture on the list. Idempotent. */
export async function blockPrintsOf(db: Db, mediaId: string): Promise<void> {
  await sql`
    insert into blocked_prints (print, max_distance)
    select print, ${blockedDistance}
    from media_prints, unnest(prints) as print
    where media_id = ${mediaId} and not exists (select from blocked_prints b where b.print = media_prints.prints[1])
  `.execute(db);
}

/** Puts the stored hashes of a video's frames on the list. Idempotent. */
export async function blockFramesOf(db: Db, mediaId: string): Promise<void> {
  await sql`
    insert into blocked_prints (print, max_distance)
    select distinct print, ${blockedFrameDistance}::smallint
    from media_streams, unnest(prints) as print
    where media_id = ${mediaId} and not exists (select from blocked_prints b where b.print = media_streams.prints[1])
  `.execute(db);
}

export async function hasBlockedPrints(db: Db): Promise<boolean> {
  return (await db.selectFrom('blocked_prints').select('max_distance').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether one of these hashes of a picture, as it is or mirrored, is close to a blocked one. */
export async function arePrintsBlocked(db: Db, prints: readonly Uint8Array[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from blocked_prints b, unnest(${arrayOf(prints)}::bit(256)[]) as asked
      where bit_count(b.print # asked) <= b.max_distance
    ) as found`.execute(db);
  return rows[0]?.found === true;
}

/** The pictures most like one with these hashes, nearest first. */
export async function listSimilar(
  db: Db,
  prints: readonly Uint8Array[],
  { maxDistance, limit }: { maxDistance: number; limit: number },
): Promise<{ mediaId: string; distance: number }[]> {
  const { rows } = await sql<{ media_id: string; distance: number }>`
    select media_id, min(bit_count(print # asked))::int as distance
    from media_prints, unnest(prints) as print, unnest(${arrayOf(prints)}::bit(256)[]) as asked
    group by media_id
    having min(bit_count(print # asked)) <= ${maxDistance}
    order by distance, media_id
    limit ${limit}`.execute(db);
  return rows.map(({ media_id: mediaId, distance }) => ({ mediaId, distance }));
}

/** A picture that no one sent, by what a browser computed of it. */
export interface Fingerprint {
  sha256: Uint8Array;
  print: Uint8Array;
  mirrored: Uint8Array;
  /** 0 to 100. */
  quality: number;
}

/** A plainer picture resembles many others: of these only the same file counts. */
const minQuality = 50;
const sharpOnes = (fingerprints: readonly Fingerprint[]) => fingerprints.filter(({ quality }) => quality >= minQuality);

export interface Match {
  mediaId: string;
  /** Bits of 256 that differ; 0 for the same file. */
  distance: number;
}

/**
 * Stored files that are one of these pictures, or near copies, and videos with such a frame, held ones too; with `since`,
 * only those that were prepared from then on.
 */
export async function listMatches(
  db: Db,
  fingerprints: readonly Fingerprint[],
  { since, limit }: { since: Date | null; limit: number },
): Promise<Match[]> {
  const hashes = fingerprints.map(({ sha256 }) => Buffer.from(sha256));
  const prints = arrayOf(sharpOnes(fingerprints).flatMap(({ print, mirrored }) => [print, mirrored]));
  const { rows } = await sql<{ id: string; distance: number }>`
    with seen as (
      select id, owner_id, storage_key, sha256 from media
        where state = 'ready' and (${since}::timestamptz is null or ready_at >= ${since})),
    near as (
      select stored.media_id, min(bit_count(print # asked))::int as distance
        from (select media_id, prints from media_prints union all select media_id, prints from media_streams) as stored,
          unnest(stored.prints) as print, unnest(${prints}::bit(256)[]) as asked
        where ${since}::timestamptz is null or stored.media_id in (select id from seen)
        group by stored.media_id having min(bit_count(print # asked)) <= ${blockedFrameDistance})
    select seen.id, min(found.distance)::int as distance
      from (select media_id, distance from near
        union all select id, 0 from seen where sha256 = any (${hashes}::bytea[])) as found
      join media as file on file.id = found.media_id
      join seen on seen.sha256 = file.sha256
        or (seen.storage_key = file.storage_key and seen.owner_id = file.owner_id)
      group by seen.id order by distance, seen.id limit ${limit}`.execute(db);
  return rows.map(({ id: mediaId, distance }) => ({ mediaId, distance }));
}

/** Puts pictures on the list that were never stored here; later uploads of them, or of near copies, are refused. */
export async function blockFingerprints(db: Db, fingerprints: readonly Fingerprint[]): Promise<void> {
  const hashes = fingerprints.map(({ sha256 }) => Buffer.from(sha256));
  await sql`insert into blocked_files (sha256) select unnest(${hashes}::bytea[]) on conflict do nothing`.execute(db);
  const prints = arrayOf(sharpOnes(fingerprints).map(({ print }) => print));
  await sql`
    insert into blocked_prints (print, max_distance)
    select distinct asked, ${blockedFrameDistance}::smallint from unnest(${prints}::bit(256)[]) as asked
    where not exists (select from blocked_prints b where b.print = asked)`.execute(db);
}
