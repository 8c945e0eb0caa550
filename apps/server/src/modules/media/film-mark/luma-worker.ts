import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import * as av from 'node-av';
import { watchProcess } from '../clip/watch.ts';
import { decodeTrack } from '../stream/decoder.ts';
import { createFilterChain, type FilterChain } from '../stream/graph.ts';
import { type LumaTask, lumaFiles } from './luma.ts';

// A separate program, as for uploads: a leaked copy comes from a stranger.

/** Frames closer together than this are left out: nothing is sold with more than 30 a second. */
const slack = 0.9;

async function readLuma({ input: path, folder }: LumaTask['films'][number], task: LumaTask): Promise<void> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('no picture');
  const [rotation, flip, width, height, first] = await Promise.all([
    track.getRotation(),
    track.getFlip(),
    track.getDisplayWidth(),
    track.getDisplayHeight(),
    track.getFirstTimestamp(),
  ]);
  const turns = { 0: [], 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] }[rotation];
  const scale = Math.min(1, Math.sqrt(task.maxPixels / (width * height)));
  const [across, down] = [Math.max(16, Math.round(width * scale)), Math.max(16, Math.round(height * scale))];
  const filters = [...(flip ? ['hflip'] : []), ...turns, `scale=${across}:${down}:flags=area`, 'format=gray'].join(',');
  const frames = await open(join(folder, lumaFiles.frames), 'w');
  const times: number[] = [];
  let chain: FilterChain | null = null;
  let last = Number.NEGATIVE_INFINITY;
  const take = async (_name: string, frame: av.Frame) => void (await frames.write(frame.toBuffer()));
  try {
    for await (const frame of decodeTrack(track, -Math.min(0, first))) {
      const time = Number(frame.pts) / 1e6;
      if (time - last < slack / task.maxRate) continue;
      if (times.length > 0 && time - (times[0] ?? 0) > task.maxSeconds) break;
      chain ??= createFilterChain(frame, `[in]${filters}[light]`, ['light']);
      await chain.push(frame, take);
      times.push(time);
      last = time;
    }
  } finally {
    chain?.free();
    await frames.close();
  }
  await writeFile(join(folder, lumaFiles.index), JSON.stringify({ width: across, height: down, times }));
}

av.Log.setLevel(av.AV_LOG_QUIET);
const task = JSON.parse(process.argv[2] ?? '{}') as LumaTask;
await watchProcess(task);
async function readAll(): Promise<void> {
  for (const film of task.films) await readLuma(film, task);
}
const read = await readAll().then(
  () => true,
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return false;
  },
);
process.stdout.write(`${JSON.stringify({ read })}\n`, () => process.exit(0));
