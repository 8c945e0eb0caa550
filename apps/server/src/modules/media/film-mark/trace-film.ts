import type { KeyObject } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../../../platform/storage.ts';
import type { EncodedTrack } from '../stream/outcome.ts';
import { trackFileName } from '../stream/outcome.ts';
import { type Alignment, alignExactly, findRoughly, likeness } from './align.ts';
import { codeWord, layersIn } from './code.ts';
import { type LumaFilm, readLumaFilms, UnreadableFilm } from './luma.ts';
import { variantName } from './outcome.ts';
import { placesOf } from './segment-places.ts';
import { measureStrengths } from './strengths.ts';
import type { StoredVariant } from './variant-store.ts';
import { type FilmVerdict, findFilmViewer, isEnoughFilm } from './verdict.ts';

/** Pixels of a frame in which copies and films are compared. */
const comparedPixels = 256 * 144;
const overviewPixels = 128 * 72;
const overviewRate = 4;
const maxRate = 31;
/** Of the start of a copy: its viewer is known long before. */
const maxSeconds = 240;
/** The rungs that a copy is compared with, by their shorter side: larger ones show no more of the pattern. */
const comparedSide = 360;

/** A film of which a copy may be. */
export interface KnownFilm {
  storageKey: string;
  tracks: readonly EncodedTrack[];
  variants: readonly StoredVariant[];
}

/** What a copy shows of one film: the bits of the code word that it carries. */
export interface FilmReading {
  /** Segments of the film that the copy shows. */
  segments: number;
  strengths: Float64Array;
  bitsOf(viewer: { mediaId: string; accountId: string }): Uint8Array;
  /** The account whose code word fits, or null. `compared`: how many accounts were compared in all. */
  findViewer(mediaId: string, accountIds: readonly string[], compared?: number): FilmVerdict | null;
  /** Whether the copy is long enough to tell so many accounts apart. */
  isEnoughFor(accounts: number): boolean;
}

interface ComparedRung {
  track: EncodedTrack;
  plain: LumaFilm;
  alignment: Alignment;
  likeness: number;
}

export interface CopyReader {
  copy: LumaFilm;
  /** Null when the copy shows another film. */
  readAgainst(film: KnownFilm): Promise<FilmReading | null>;
  close(): Promise<void>;
}

/** Decodes a leaked copy; its files are removed by `close`. Throws `UnreadableFilm`. */
export async function openCopy(
  { storage, markKey }: { storage: Pick<Storage, 'read'>; markKey: KeyObject },
  path: string,
): Promise<CopyReader> {
  const folder = await mkdtemp(join(tmpdir(), 'vlam-trace-'));
  const opened: LumaFilm[] = [];
  let count = 0;
  const read = async (
    inputs: readonly string[],
    options: { maxPixels: number; maxRate: number; maxSeconds: number },
  ) => {
    const films = inputs.map((input) => {
      count += 1;
      return { input, folder: join(folder, `film${count}`) };
    });
    const read = await readLumaFilms({ films, writable: folder, ...options });
    opened.push(...read);
    return read;
  };
  const close = async () => {
    for (const film of opened) await film.close();
    await rm(folder, { recursive: true, force: true });
  };

  /** A file with the given segments of a rung or variant, whose times stay those of the film. */
  async function fetchSegments(film: KnownFilm, track: EncodedTrack, variant: number, [from, to]: [number, number]) {
    const stored =
      variant === 0 ? track : film.variants.find((each) => each.track === track.name && each.variant === variant);
    if (!stored) throw new Error(`no variant ${variant}`);
    const name = variantName(track.name, variant);
    const places = placesOf(name, stored);
    const [first, last] = [places[from], places[to]];
    if (!first || !last) throw new Error('no such segments');
    count += 1;
    const path = join(folder, `${count}.mp4`);
    const key = `${film.storageKey}/${trackFileName(name)}`;
    async function* bytes() {
      yield* storage.read(key, { start: 0, end: stored ? stored.initSize - 1 : 0 });
      yield* storage.read(key, { start: first?.start ?? 0, end: last?.end ?? 0 });
    }
    await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(path));
    return path;
  }

  const [copy] = await read([path], { maxPixels: comparedPixels, maxRate, maxSeconds }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  if (!copy) throw new UnreadableFilm();

  return {
    copy,
    close,
    async readAgainst(film) {
      await mkdir(folder, { recursive: true });
      const rungs = film.tracks.filter(({ width }) => width !== null);
      const [smallest] = rungs;
      if (!smallest) return null;
      const all: [number, number] = [0, smallest.segmentMs.length - 1];
      const [overview] = await read([await fetchSegments(film, smallest, 0, all)], {
        maxPixels: overviewPixels,
        maxRate: overviewRate,
        maxSeconds: Number.MAX_SAFE_INTEGER,
      });
      const rough = overview && (await findRoughly(copy, overview));
      if (!rough) return null;
      const segments = segmentsOf(smallest);
      const [start, end] = [(copy.times[0] ?? 0) + rough.shift - 1, (copy.times.at(-1) ?? 0) + rough.shift + 1];
      const shown = segments.filter((segment) => segment.end > start && segment.start < end);
      const [first, last] = [shown[0], shown.at(-1)];
      if (!first || !last) return null;
      const readRange = async (wanted: readonly { track: EncodedTrack; variant: number }[]) => {
        const files: string[] = [];
        for (const { track, variant } of wanted)
          files.push(await fetchSegments(film, track, variant, [first.index, last.index]));
        return read(files, { maxPixels: comparedPixels, maxRate, maxSeconds: Number.MAX_SAFE_INTEGER });
      };
      const isCompared = ({ width, height }: EncodedTrack) => Math.min(width ?? 0, height ?? 0) <= comparedSide;
      const compared = rungs.filter((each) => each === smallest || isCompared(each)).reverse();
      const plains = await readRange(compared.map((track) => ({ track, variant: 0 })));
      let best: ComparedRung | null = null;
      for (const [index, track] of compared.entries()) {
        const plain = plains[index];
        if (!plain) continue;
        const alignment: Alignment = best?.alignment ?? (await alignExactly(copy, plain, rough));
        const found: ComparedRung = { track, plain, alignment, likeness: await likeness(copy, plain, alignment) };
        if (!best || found.likeness > best.likeness) best = found;
      }
      if (!best) return null;
      const { track, plain, alignment } = best;
      const layers = layersIn(film.variants);
      const marked = await readRange((layers === 2 ? [1, 2] : [1]).map((variant) => ({ track, variant })));
      const found = await measureStrengths(copy, plain, marked, shown, alignment);
      return readingOf(found, segments.length, layers, markKey);
    },
  };
}

function readingOf(
  found: readonly { segment: number; layer: number; strength: number }[],
  segments: number,
  layers: 1 | 2,
  markKey: KeyObject,
): FilmReading {
  const strengths = Float64Array.from(found, ({ strength }) => strength);
  const bitsOf: FilmReading['bitsOf'] = (viewer) => {
    const word = codeWord(markKey, viewer, segments, layers);
    return Uint8Array.from(found, ({ segment, layer }) => ((word[segment] ?? 0) >> layer) & 1);
  };
  return {
    segments: new Set(found.map(({ segment }) => segment)).size,
    strengths,
    bitsOf,
    findViewer: (mediaId, accountIds, compared) =>
      findFilmViewer(strengths, accountIds, (accountId) => bitsOf({ mediaId, accountId }), compared),
    isEnoughFor: (accounts) => isEnoughFilm(found.length, accounts),
  };
}

function segmentsOf({ segmentMs }: EncodedTrack): { index: number; start: number; end: number }[] {
  let end = 0;
  return segmentMs.map((ms, index) => {
    end += ms / 1000;
    return { index, start: end - ms / 1000, end };
  });
}
