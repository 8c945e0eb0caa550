import { createSecretKey } from 'node:crypto';
import { createReadStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeWord, layersIn } from '../apps/server/src/modules/media/film-mark/code.ts';
import { encodeVariants } from '../apps/server/src/modules/media/film-mark/make-variants.ts';
import { type EncodedVariant, variantName } from '../apps/server/src/modules/media/film-mark/outcome.ts';
import { placesOf } from '../apps/server/src/modules/media/film-mark/segment-places.ts';
import { openCopy } from '../apps/server/src/modules/media/film-mark/trace-film.ts';
import { type EncodedTrack, trackFileName } from '../apps/server/src/modules/media/stream/outcome.ts';
import { pictureTracks } from '../apps/server/src/modules/media/stream/playlists.ts';
import { processStream } from '../apps/server/src/modules/media/stream/process-stream.ts';
import type { Storage } from '../apps/server/src/platform/storage.ts';
import { drawFilm, type Leak, leakFilm } from '../apps/server/test/films.ts';
import { randomFrom } from '../apps/server/test/scene.ts';
import type { Bench, Benchmark, Findings } from './lib/benchmark.ts';
import { processorMs } from './lib/processor-time.ts';
import { Latencies } from './lib/stats.ts';

/** `LEAKED_COPIES` makes it fewer. */
const copies = Number(process.env.LEAKED_COPIES ?? 200);
const key = createSecretKey(Buffer.alloc(32, 7));
const buyers = Array.from({ length: 500 }, (_, index) => `buyer-${index}`);
const shapes = [
  { seconds: 20, width: 640, height: 360, frameRate: 15 },
  { seconds: 24, width: 360, height: 640, frameRate: 15 },
  { seconds: 40, width: 480, height: 360, frameRate: 12 },
  { seconds: 65, width: 480, height: 270, frameRate: 12 },
] as const;

interface Film {
  mediaId: string;
  folder: string;
  frameRate: number;
  tracks: EncodedTrack[];
  variants: EncodedVariant[];
  plainBytes: number;
  markedBytes: number;
  plainMs: number;
  markedMs: number;
}

async function makeFilm(root: string, index: number): Promise<Film> {
  const shape = shapes[index % shapes.length] ?? shapes[0];
  const folder = join(root, `film${index}`);
  await mkdir(folder);
  const source = join(root, 'source.mp4');
  await drawFilm(source, { ...shape, seed: index + 3 });
  const before = processorMs(process.pid);
  const { tracks } = await processStream({ kind: 'video', input: source, folder, onProgress: () => {} });
  const plainMs = processorMs(process.pid) - before;
  const variants: EncodedVariant[] = [];
  for (const track of pictureTracks(tracks))
    variants.push(...(await encodeVariants(folder, track, Buffer.alloc(32, index))));
  const markedMs = processorMs(process.pid) - before - plainMs;
  const size = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + statSync(join(folder, trackFileName(name))).size, 0);
  return {
    mediaId: `film-${index}`,
    folder,
    frameRate: shape.frameRate,
    tracks: pictureTracks(tracks),
    variants,
    plainBytes: size(pictureTracks(tracks).map(({ name }) => name)),
    markedBytes: size(variants.map(({ track, variant }) => variantName(track, variant))),
    plainMs,
    markedMs,
  };
}

/** What a buyer's player puts together of one quality. */
function playedBy(film: Film, track: EncodedTrack, accountId: string): Buffer {
  const count = track.segmentMs.length;
  const word = codeWord(key, { mediaId: film.mediaId, accountId }, count, layersIn(film.variants));
  const read = (file: string) => readFileSync(join(film.folder, trackFileName(file)));
  const files = [0, ...new Set(film.variants.map(({ variant }) => variant))].map((variant) => {
    const stored =
      variant === 0 ? track : film.variants.find((each) => each.track === track.name && each.variant === variant);
    if (!stored) throw new Error('a variant is missing');
    const file = variantName(track.name, variant);
    return { bytes: read(file), places: placesOf(file, stored) };
  });
  const segments = Array.from(word, (variant, segment) => {
    const place = files[variant]?.places[segment];
    if (!place) throw new Error('a segment is missing');
    return files[variant]?.bytes.subarray(place.start, place.end + 1) ?? Buffer.alloc(0);
  });
  return Buffer.concat([files[0]?.bytes.subarray(0, track.initSize) ?? Buffer.alloc(0), ...segments]);
}

/** Half to one and a half times the size, up to a tenth cropped on each side, half to a tenth of the bits. */
function randomLeak(random: () => number, film: Film, bytes: number): Leak {
  const cut = () => (random() < 0.6 ? random() * 0.1 : 0);
  const seconds = (film.tracks[0]?.segmentMs ?? []).reduce((sum, ms) => sum + ms / 1000, 0);
  return {
    crop: { left: cut(), right: cut(), top: cut(), bottom: cut() },
    scale: 0.5 + random(),
    frameRate: film.frameRate,
    maxRate: Math.round(((bytes * 8) / seconds) * (0.35 + 0.65 * random())),
    from: random() < 0.25 ? random() : 0,
  };
}

const storageOf = ({ folder }: Film): Pick<Storage, 'read'> => ({
  read: (key, range) => createReadStream(join(folder, key.split('/')[1] ?? ''), range),
});

async function run({ log }: Bench): Promise<Findings> {
  const root = mkdtempSync(join(tmpdir(), 'vlam-leaks-'));
  const times = new Latencies();
  const [wrong, missed]: [string[], string[]] = [[], []];
  let plainNamed = 0;
  let [low, high] = [1, 0];
  const started = performance.now();
  try {
    const films: Film[] = [];
    for (let index = 0; index < shapes.length; index += 1) films.push(await makeFilm(root, index));
    log(`${films.length} films encoded`);
    let [next, traced] = [0, 0];
    const traceOne = async (copy: number) => {
      const random = randomFrom(20_261_126 + copy * 7_919);
      const film = films[copy % films.length] as Film;
      const track = film.tracks[Math.floor(random() * film.tracks.length)] as EncodedTrack;
      const buyer = buyers[Math.floor(random() * buyers.length)] ?? '';
      const played = playedBy(film, track, buyer);
      const folder = join(root, `leak${copy}`);
      await mkdir(folder, { recursive: true });
      const leak = randomLeak(random, film, track.byteSize);
      const path = await leakFilm(played, folder, leak);
      const at = performance.now();
      const reader = await openCopy({ storage: storageOf(film), markKey: key }, path);
      const reading = await reader.readAgainst({ ...film, storageKey: 'films' });
      await reader.close();
      times.add(performance.now() - at);
      const found = reading?.findViewer(film.mediaId, buyers);
      // The same copy among people who never had the film.
      if (
        reading?.findViewer(
          film.mediaId,
          buyers.filter((each) => each !== buyer),
        )
      )
        plainNamed += 1;
      const said = `${copy}: ${film.mediaId} ${track.name} ${JSON.stringify(leak)}`;
      if (!found) missed.push(said);
      else if (found.accountId !== buyer) wrong.push(said);
      else [low, high] = [Math.min(low, found.correlation), Math.max(high, found.correlation)];
      if (!found || found.accountId !== buyer) log(`${found ? 'wrong' : 'missed'} ${said}`);
      await rm(folder, { recursive: true });
      traced += 1;
      if (traced % 20 === 0) log(`${traced} copies: ${missed.length} missed, ${wrong.length} wrong`);
    };
    // Two at once: each waits for its decoding program.
    await Promise.all(
      [0, 1].map(async () => {
        while (next < copies) {
          next += 1;
          await traceOne(next - 1);
        }
      }),
    );
    const named = copies - missed.length - wrong.length;
    const total = (pick: (film: Film) => number) => films.reduce((sum, film) => sum + pick(film), 0);
    const cost = (some: readonly Film[]) => {
      const sum = (pick: (film: Film) => number) => some.reduce((all, film) => all + pick(film), 0);
      return `${(sum((film) => film.markedBytes) / sum((film) => film.plainBytes)).toFixed(1)} times the bytes and ${(sum((film) => film.markedMs) / sum((film) => film.plainMs)).toFixed(1)} times the processor time`;
    };
    const isShort = (film: Film) => layersIn(film.variants) === 2;
    return {
      rows: [{ name: 'one copy traced', rounds: [times.summary((performance.now() - started) / 1_000)] }],
      measured: 'Tracing of one copy against its film',
      verdicts: [
        {
          claim: 'at least 99 % of the copies name the right sale',
          reached: named >= copies * 0.99,
          seen: `${named} of ${copies}, with correlations of ${low.toFixed(2)} to ${high.toFixed(2)}`,
        },
        { claim: 'no copy names a wrong sale', reached: wrong.length === 0, seen: `${wrong.length} of ${copies}` },
        {
          claim: 'no copy names anyone when its buyer is not among the sales',
          reached: plainNamed === 0,
          seen: `${plainNamed} of ${copies}`,
        },
      ],
      notes: [
        `Four drawn films of 20 to 65 s in 270 to 640 pixels, with a moving camera, cuts and grain, each sold to ${buyers.length} accounts. A copy is what a player put together of one quality, drawn by lot, then cropped by up to a tenth on each side (three sides in five), made half to one and a half times as large, encoded again with 35 to 100 % of its bits, and in one of four cases cut at the start.`,
        `The variants take, beside the ${(total((film) => film.plainBytes) / 1e6).toFixed(1)} MB of the pictures: ${cost(films.filter(isShort))} in films below 60 segments, which have three variants, and ${cost(films.filter((film) => !isShort(film)))} in longer ones.`,
        missed.length > 0 ? `Not named: ${missed.join('; ')}.` : 'Every copy was named.',
      ],
    };
  } finally {
    rmSync(root, { recursive: true });
  }
}

export const benchmark: Benchmark = {
  name: 'leaked-films',
  title: 'Does a leaked copy of a film name its sale?',
  goal: 'at least 99 % of 200 copies after another size, a crop and another encoding; never a wrong sale.',
  run,
};
