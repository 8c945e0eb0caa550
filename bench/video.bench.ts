import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ladderFor, type Rung, segmentSecondsFor } from '../apps/server/src/modules/media/stream/ladder.ts';
import { processStream } from '../apps/server/src/modules/media/stream/process-stream.ts';
import type { Bench, Benchmark, Findings } from './lib/benchmark.ts';
import { processorMs } from './lib/processor-time.ts';
import { type Row, ratio } from './lib/report.ts';
import { median, type Round } from './lib/stats.ts';

const goal = 0.9;
/** Of the clip, in seconds and frames a second. */
const clip = { seconds: 20, width: 1_920, height: 1_080, frameRate: 30 };

function findFfmpeg(): string {
  try {
    const [line = ''] = execFileSync('ffmpeg', ['-version'], { encoding: 'utf8' }).split('\n');
    return line.split(' ').slice(0, 3).join(' ');
  } catch {
    throw new Error('ffmpeg is not installed (Debian: apt-get install ffmpeg)');
  }
}

async function ffmpeg(...args: string[]): Promise<void> {
  const child = spawn('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part) => {
    said += part;
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`ffmpeg failed: ${said.slice(0, 500)}`);
}

const segmentSeconds = segmentSecondsFor(clip.seconds);

/** Moving light with grain, and two tones. */
const drawClip = (file: string): Promise<void> =>
  ffmpeg(
    ...['-f', 'lavfi', '-i', `gradients=size=${clip.width}x${clip.height}:rate=${clip.frameRate}:speed=0.02:seed=7`],
    ...['-f', 'lavfi', '-i', 'sine=frequency=220:sample_rate=48000', '-t', String(clip.seconds)],
    ...['-vf', 'noise=alls=8:allf=t', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'aac', '-movflags', '+faststart', file],
  );

/** The settings of `encoder.ts` for every rung, from one decoding. */
function ladderArguments(source: string, folder: string, rungs: readonly Rung[]): string[] {
  const branches = rungs.map(
    ({ name, width, height, frameRate }, index) =>
      `[b${index}]fps=${frameRate}:start_time=0,scale=${width}:${height}:flags=bilinear,setsar=1,format=yuv420p[${name}]`,
  );
  const split = `[0:v]split=${rungs.length}${rungs.map((_, index) => `[b${index}]`).join('')}`;
  const outputs = rungs.flatMap(({ name, frameRate, maxRate }) => [
    ...['-map', `[${name}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-crf', '23'],
    ...['-maxrate', String(maxRate), '-bufsize', String(maxRate * 2), '-g', String(frameRate * segmentSeconds)],
    ...['-keyint_min', String(frameRate * segmentSeconds), '-sc_threshold', '0', '-threads', '2', '-an'],
    join(folder, `${name}.mp4`),
  ]);
  const sound = ['-map', '0:a', '-c:a', 'aac', '-b:a', '96k', '-ar', '48000', '-ac', '2', join(folder, 'sound.mp4')];
  return ['-i', source, '-filter_complex', [split, ...branches].join(';'), ...outputs, ...sound];
}

interface Run {
  /** Seconds of the clip done in a second. */
  speed: number;
  processorMs: number;
  bytes: number;
}

async function time(folder: string, work: (folder: string) => Promise<unknown>): Promise<Run> {
  const out = mkdtempSync(join(folder, 'out-'));
  const [startedAt, before] = [performance.now(), processorMs(process.pid)];
  await work(out);
  const speed = (clip.seconds * 1_000) / (performance.now() - startedAt);
  const used = processorMs(process.pid) - before;
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  rmSync(out, { recursive: true });
  return { speed, processorMs: used, bytes };
}

const toRound = ({ speed }: Run): Round => ({
  perSecond: speed * clip.frameRate,
  p50: 1_000 / (speed * clip.frameRate),
  p99: Number.NaN,
  failed: 0,
});

async function run({ rounds, log }: Bench): Promise<Findings> {
  const peer = findFfmpeg();
  const folder = mkdtempSync(join(tmpdir(), 'vlam-video-'));
  try {
    const source = join(folder, 'clip.mp4');
    await drawClip(source);
    const rungs = ladderFor(clip);
    const candidates: [name: string, work: (out: string) => Promise<unknown>][] = [
      ['this pipeline', (out) => processStream({ kind: 'video', input: source, folder: out, onProgress: () => {} })],
      [peer, (out) => ffmpeg(...ladderArguments(source, out, rungs))],
    ];
    const runs: Run[][] = candidates.map(() => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, [name, work]] of candidates.entries()) {
        const done = await time(folder, work);
        log(
          `${name}: ${done.speed.toFixed(2)}x real time, ${(done.processorMs / 1_000).toFixed(1)} s of processor time`,
        );
        runs[index]?.push(done);
      }
    const rows: Row[] = candidates.map(([name], index) => ({ name, rounds: (runs[index] ?? []).map(toRound) }));
    const [own = 0, other = 0] = runs.map((each) => median(each.map(({ speed }) => speed)));
    const [ownMs = 0, otherMs = 0] = runs.map((each) => median(each.map((one) => one.processorMs)));
    const [ownBytes = 0, otherBytes = 0] = runs.map((each) => each[0]?.bytes ?? 0);
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    return {
      rows,
      measured: `Frames of the source a second; median of ${rounds} rounds that take turns`,
      verdicts: [
        {
          claim: `at least ${goal} of plain ffmpeg with the same settings`,
          reached: own / other >= goal,
          seen: `${ratio(own / other)}: ${own.toFixed(2)} and ${other.toFixed(2)} times real time`,
        },
      ],
      notes: [
        `A drawn clip of ${clip.seconds} s with ${clip.width} × ${clip.height} pixels, ${clip.frameRate} frames a second and sound, decoded once and encoded to ${rungs.map(({ name }) => name).join(', ')} and AAC. This pipeline also draws the poster and the hover preview, and takes prints of frames; ffmpeg does not. Processor time: ${(ownMs / 1_000).toFixed(1)} s here, ${(otherMs / 1_000).toFixed(1)} s for ffmpeg. Files: ${megabytes(ownBytes)} here, ${megabytes(otherBytes)} from ffmpeg.`,
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const benchmark: Benchmark = {
  name: 'video',
  title: 'How fast does an uploaded video become an adaptive stream?',
  goal: `at least ${goal} of plain ffmpeg with the same settings on the same file in the same run.`,
  run,
};
