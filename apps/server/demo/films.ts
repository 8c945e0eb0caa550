import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { newStorageFolder, type Storage } from '../src/platform/storage.ts';
import { insertRows } from './bulk.ts';
import { type FilmIndex, type FilmName, films, filmsFolder, readFilm } from './film-files.ts';
import { fileColumns, type SampleFile } from './pictures.ts';

export type SampleFilm = SampleFile & { film: FilmName };

export type FilmIndexes = ReadonlyMap<FilmName, FilmIndex>;

export async function readFilms(): Promise<FilmIndexes> {
  const names: FilmName[] = Object.values(films).flat();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFilm(name)] as const)));
}

/** Stores each film once and writes a row for every use of it. */
export async function insertFilms(
  client: pg.ClientBase,
  storage: Pick<Storage, 'put'>,
  uses: readonly SampleFilm[],
): Promise<void> {
  const seen = new Set<string>();
  for (const [film, own] of Map.groupBy(uses, (use) => use.film)) {
    const index = await readFilm(film);
    const folder = newStorageFolder();
    for (const name of index.files)
      await storage.put(`${folder}/${name}`, createReadStream(join(filmsFolder, film, name)));
    await insertRows(
      client,
      'media',
      { ...fileColumns, duration_ms: 'integer', is_stream: 'boolean', is_copy: 'boolean' },
      own.map(({ mediaId, ownerId, publishedAt }) => {
        // As for a second use of an upload, which the library lists once.
        const isCopy = seen.has(ownerId + film);
        seen.add(ownerId + film);
        return [
          ...[mediaId, ownerId, index.kind, 'ready', byteSizeOf(index), index.width, index.height],
          ...[index.tints.join('|'), index.widths.join('|'), folder, publishedAt, publishedAt],
          ...[index.durationMs, true, isCopy],
        ];
      }),
    );
    await insertTracks(
      client,
      index,
      own.map(({ mediaId }) => mediaId),
    );
  }
}

const byteSizeOf = ({ tracks }: FilmIndex) => tracks.reduce((sum, { byteSize }) => sum + byteSize, 0);

async function insertTracks(client: pg.ClientBase, index: FilmIndex, mediaIds: readonly string[]): Promise<void> {
  const prints = index.listed.map((hex) =>
    Array.from(Buffer.from(hex, 'hex'), (byte) => byte.toString(2).padStart(8, '0')).join(''),
  );
  await client.query(
    `insert into media_streams (media_id, progress, peaks, prints)
       select id, 100, $2, $3::bit(256)[] from unnest($1::uuid[]) as id`,
    [mediaIds, index.peaks && Buffer.from(index.peaks), `{${prints.join(',')}}`],
  );
  for (const track of index.tracks)
    await client.query(
      `insert into media_stream_tracks (media_id, name, codec, width, height, frame_rate, byte_size, init_size,
           segment_sizes, segment_ms)
         select id, $2, $3, $4, $5, $6, $7, $8, $9::int[], $10::int[] from unnest($1::uuid[]) as id`,
      [
        mediaIds,
        track.name,
        track.codec,
        track.width,
        track.height,
        track.frameRate,
        track.byteSize,
        track.initSize,
        track.segmentSizes,
        track.segmentMs,
      ],
    );
}
