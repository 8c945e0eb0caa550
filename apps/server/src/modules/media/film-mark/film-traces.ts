import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { imageLibrary } from '../../../platform/imagery/sharp.ts';
import type { Storage } from '../../../platform/storage.ts';
import type { Plane } from '../mark/plane.ts';
import { printsOf } from '../prints/prints.ts';
import { findMedia } from '../store.ts';
import { listTracks } from '../stream/stream-store.ts';
import { type LumaFilm, UnreadableFilm } from './luma.ts';
import { type FilmReading, openCopy } from './trace-film.ts';
import { listVariants } from './variant-store.ts';

/** Frames of a copy that are compared with the stored hashes of films. */
const askedFrames = 16;
const maxLikely = 8;

export interface FilmCopy {
  /** Ids of the marked films that look most like the copy, one use of each, likeliest first; most are others. */
  listLikely(): Promise<string[]>;
  /** What the copy shows of a film; null when it is another one. Throws `NOT_FOUND` for a film without marks. */
  readAgainst(mediaId: string): Promise<FilmReading | null>;
  /** Removes what was decoded. */
  close(): Promise<void>;
}

export interface FilmTraces {
  /** Decodes a leaked copy of a film in a confined program. Throws `UNSUPPORTED_MEDIA`. */
  openFilmCopy(path: string): Promise<FilmCopy>;
}

export function createFilmTraces(deps: { db: Database['db']; storage: Storage; markKey: KeyObject }): FilmTraces {
  const { db } = deps;
  return {
    async openFilmCopy(path) {
      const reader = await openCopy(deps, path).catch((error: unknown) => {
        if (error instanceof UnreadableFilm) throw new AppError('UNSUPPORTED_MEDIA', { cause: error });
        throw error;
      });
      return {
        listLikely: () => listLikely(db, reader.copy),
        async readAgainst(mediaId) {
          const media = await findMedia(db, mediaId);
          const variants = media?.state === 'ready' ? await listVariants(db, media.storageKey) : [];
          if (!media || variants.length === 0) throw new AppError('NOT_FOUND');
          const tracks = await listTracks(db, mediaId);
          return reader.readAgainst({ storageKey: media.storageKey, tracks, variants });
        },
        close: reader.close,
      };
    },
  };
}

/** By the mean distance of the copy's frames from the nearest frame of each film: a crop moves all of them alike. */
async function listLikely(db: Db, copy: LumaFilm): Promise<string[]> {
  const count = Math.min(askedFrames, copy.times.length);
  const frames = Array.from({ length: count }, (_, at) => Math.floor(((at + 0.5) * copy.times.length) / count));
  const asked: { frame: number; print: string }[] = [];
  for (const frame of frames) {
    const { upright, mirrored } = await printsOf(pictureOf(await copy.frame(frame)));
    for (const { bits } of [upright, mirrored])
      asked.push({ frame, print: Array.from(bits, (byte) => byte.toString(2).padStart(8, '0')).join('') });
  }
  const { rows } = await sql<{ id: string }>`
    with asked as (
      select * from unnest(${asked.map(({ frame }) => frame)}::int[],
        ${`{${asked.map(({ print }) => print).join(',')}}`}::bit(256)[]) as asked (frame, print)
    ), film as (
      select distinct on (storage_key) id, prints from media join media_streams on media_id = id
        where is_marked and state = 'ready' and cardinality(prints) > 0 order by storage_key, is_copy, id
    ), nearest as (
      select film.id, asked.frame, min(bit_count(stored # asked.print)) as distance
        from film, unnest(film.prints) as stored, asked group by film.id, asked.frame
    )
    select id from nearest group by id order by avg(distance), id limit ${maxLikely}`.execute(db);
  return rows.map(({ id }) => id);
}

function pictureOf({ data, width, height }: Plane) {
  const pixels = Buffer.alloc(data.length * 3);
  for (const [at, light] of data.entries()) pixels.fill(light, at * 3, at * 3 + 3);
  return imageLibrary()(pixels, { raw: { width, height, channels: 3 } });
}
