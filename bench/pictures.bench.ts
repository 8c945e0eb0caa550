import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processImage } from '../apps/server/src/modules/media/picture/pictures.ts';
import { encode, fromRaw, toRaw } from '../apps/server/src/modules/media/process-image.ts';
import { openUploadedPicture } from '../apps/server/src/platform/imagery/sharp.ts';
import { aPicture } from '../apps/server/test/pictures.ts';
import type { Bench, Benchmark, Findings } from './lib/benchmark.ts';
import { findImageMagick, runImageMagick, sizesArguments } from './lib/image-magick.ts';
import { perSecond, ratio } from './lib/report.ts';
import { Latencies, type Round } from './lib/stats.ts';

const goal = 3.5;
/** Pictures in flight, as the product has them. */
const inFlight = 2;

/** Processes pictures one after the other in each of `lanes`, for `seconds`. */
async function measure(lanes: number, seconds: number, work: (index: number) => Promise<unknown>): Promise<Round> {
  const times = new Latencies();
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() - started < seconds * 1_000) {
        const at = performance.now();
        next += 1;
        await work(next);
        times.add(performance.now() - at);
      }
    }),
  );
  return times.summary((performance.now() - started) / 1_000);
}

/** The WebP files alone, because ImageMagick 6 cannot be told how much effort an AVIF is worth. */
async function onlyWebp(sent: Buffer, widths: readonly number[]): Promise<void> {
  const base = await toRaw(openUploadedPicture(sent).autoOrient());
  for (const width of widths) await encode(fromRaw(base).resize({ width }), 'webp');
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000)} kB`;

async function run({ rounds, seconds, log }: Bench): Promise<Findings> {
  const peer = findImageMagick();
  if (!peer) throw new Error('ImageMagick is not installed (Debian: apt-get install imagemagick)');
  const folder = mkdtempSync(join(tmpdir(), 'vlam-pictures-'));
  const pictures = await Promise.all([1, 2, 3, 4].map((seed) => aPicture({ width: 1080, height: 1920, seed })));
  pictures.forEach((bytes, index) => {
    writeFileSync(join(folder, `${index}.jpg`), bytes);
  });
  const picture = (index: number) => pictures[index % pictures.length] as Buffer;
  const first = await processImage(picture(0));
  const outFolder = join(folder, 'out');
  const magick =
    (threads: number, withAvif = true) =>
    async (index: number) => {
      const out = mkdtempSync(join(folder, 'out-'));
      const source = join(folder, `${index % pictures.length}.jpg`);
      await runImageMagick(peer.program, sizesArguments(source, out, first.widths, withAvif), threads);
      const written = readdirSync(out);
      if (written.length !== first.widths.length * (withAvif ? 2 : 1))
        throw new Error(`it wrote ${written.join(', ')}`);
      const bytes = written.reduce((sum, name) => sum + statSync(join(out, name)).size, 0);
      rmSync(out, { recursive: true });
      return bytes;
    };
  try {
    const candidates: [name: string, lanes: number, work: (index: number) => Promise<unknown>][] = [
      ['this pipeline', inFlight, (index) => processImage(picture(index))],
      [`${peer.version}, two in flight, a thread each`, inFlight, magick(1)],
      [`${peer.version}, one at a time, two threads`, 1, magick(2)],
      ['this pipeline, WebP alone', inFlight, (index) => onlyWebp(picture(index), first.widths)],
      [`${peer.version}, WebP alone, two in flight`, inFlight, magick(1, false)],
    ];
    const rows = candidates.map(([name]) => ({ name, rounds: [] as Round[] }));
    for (let round = 0; round < rounds; round += 1)
      for (const [index, [name, lanes, work]] of candidates.entries()) {
        await work(0);
        const result = await measure(lanes, seconds, work);
        log(`${name}: ${result.perSecond.toFixed(1)}/s`);
        rows[index]?.rounds.push(result);
      }
    const speeds = rows.map(perSecond);
    const [own = 0, , , ownWebp = 0, peerWebp = 0] = speeds;
    const best = Math.max(...speeds.slice(1, 3));
    const seen = own / best;
    const ownBytes = first.files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    return {
      rows,
      verdicts: [
        {
          claim: `at least ${goal} times ImageMagick at its better setting`,
          reached: seen >= goal,
          seen: `${ratio(seen)}, ${own.toFixed(1)} against ${best.toFixed(1)} pictures a second`,
        },
      ],
      notes: [
        `A drawn JPEG of 1080 × 1920 pixels with grain becomes WebP (quality 80, method 1) and AVIF (quality 55, fastest) in the widths ${first.widths.join(', ')}, decoded once. The candidates take turns. WebP alone, where both use the same encoder with the same settings, is ${ratio(ownWebp / peerWebp)}. ImageMagick is a process for each picture, each size made from the next larger one. The files of one picture have ${kilobytes(ownBytes)} here, ${kilobytes(await magick(1)(0))} from ImageMagick.`,
      ],
    };
  } finally {
    rmSync(outFolder, { recursive: true, force: true });
    rmSync(folder, { recursive: true });
  }
}

export const benchmark: Benchmark = {
  name: 'pictures',
  title: 'How many uploaded pictures a second become all their sizes?',
  goal: `at least ${goal} times ImageMagick on the same files in the same run.`,
  run,
};
