import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runConfined } from '../confined.ts';
import type { Plane } from '../mark/plane.ts';

/** The command line of the program that reads the light of a film, after its own path. */
export interface LumaTask {
  films: {
    input: string;
    /** Empty; gets the files. */
    folder: string;
  }[];
  /** Holds the folders. */
  writable: string;
  /** Of a frame, at most: larger ones are made smaller. */
  maxPixels: number;
  /** Frames a second, at most. */
  maxRate: number;
  /** Of the start of the film. */
  maxSeconds: number;
  maxMemory: number;
  maxMs: number;
}

export const lumaFiles = { frames: 'frames.bin', index: 'index.json' } as const;
const program = join(import.meta.dirname, 'luma-worker.ts');
const limits = { maxMemory: 1_200 * 1024 ** 2, maxMs: 3_600_000 };

/** The light of a film's frames, on disk. */
export interface LumaFilm {
  width: number;
  height: number;
  /** Seconds of each frame, rising. */
  times: number[];
  frame(index: number): Promise<Plane>;
  close(): Promise<void>;
}

/** A file that is no film, or is broken. */
export class UnreadableFilm extends Error {}

/** Decodes films in one confined program; each folder lies in `writable`. Throws `UnreadableFilm`. */
export async function readLumaFilms(wanted: Omit<LumaTask, keyof typeof limits>): Promise<LumaFilm[]> {
  for (const { folder } of wanted.films) await mkdir(folder, { recursive: true, mode: 0o700 });
  const task: LumaTask = { ...wanted, ...limits };
  const { code, lastLine } = await runConfined({
    program,
    args: [JSON.stringify(task)],
    reads: wanted.films.map(({ input }) => input),
    writable: wanted.writable,
    maxMs: limits.maxMs + 1_000,
  });
  if (code !== 0 || !(JSON.parse(lastLine) as { read: boolean }).read) throw new UnreadableFilm();
  return Promise.all(wanted.films.map(({ folder }) => openLumaFilm(folder)));
}

async function openLumaFilm(folder: string): Promise<LumaFilm> {
  const index = JSON.parse(await readFile(join(folder, lumaFiles.index), 'utf8')) as Pick<
    LumaFilm,
    'width' | 'height' | 'times'
  >;
  if (index.times.length === 0) throw new UnreadableFilm();
  const file = await open(join(folder, lumaFiles.frames), 'r');
  return { ...index, frame: (at) => readFrame(file, index, at), close: () => file.close() };
}

async function readFrame(
  file: FileHandle,
  { width, height }: { width: number; height: number },
  at: number,
): Promise<Plane> {
  const bytes = Buffer.alloc(width * height);
  await file.read(bytes, 0, bytes.length, at * bytes.length);
  return { data: Float32Array.from(bytes), width, height };
}

/** Index of the frame nearest to a time. */
export function nearestFrame(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low > 0 && time - (times[low - 1] ?? 0) < (times[low] ?? 0) - time ? low - 1 : low;
}
