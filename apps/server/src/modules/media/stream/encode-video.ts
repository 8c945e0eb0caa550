import type { InputVideoTrack } from 'mediabunny';
import { AV_PICTURE_TYPE_NONE, type Frame } from 'node-av';
import { decodeTrack } from './decoder.ts';
import { createPictureEncoder, type Encoder, pictureCodec } from './encoder.ts';
import { FrameQueue, readAhead } from './frame-queue.ts';
import { createFilterChain, type FilterChain } from './graph.ts';
import { ladderFor, type Rung } from './ladder.ts';
import type { EncodedTrack } from './outcome.ts';
import { createTrackWriter, type TrackWriter } from './track-writer.ts';

export class TooLong extends Error {}

/** Frames beside the rungs, as RGB: some to draw the poster from, many small ones to compare. */
export interface Stills {
  poster: (frame: Frame) => Promise<void>;
  print: (frame: Frame) => Promise<void>;
}

interface VideoJob {
  track: InputVideoTrack;
  folder: string;
  /** Upright, with square pixels. */
  size: { width: number; height: number };
  seconds: number;
  shiftSeconds: number;
  maxSeconds: number;
  segmentSeconds: number;
  stills: Stills;
  onProgress(share: number): void;
}

export const posterCount = 10;
const posterSide = 1_440;
/** Of small frames, a second and at most in all. */
const printsPerSecond = 2;
const maxPrints = 600;
const printSide = 512;

/** Frames that may wait for one encoder, and for the stills. */
const encoderQueue = 3;
const stillsQueue = 1;

/** A rung with a queue of its own, so that encoders run beside each other and beside the decoder. */
class Output {
  readonly rung: Rung;
  readonly #encoder: Encoder;
  readonly #writer: TrackWriter;
  readonly queue = new FrameQueue((frame) => this.#encode(frame), encoderQueue);

  constructor(rung: Rung, encoder: Encoder, writer: TrackWriter) {
    this.rung = rung;
    this.#encoder = encoder;
    this.#writer = writer;
  }

  async finish(): Promise<EncodedTrack> {
    await this.queue.drain();
    await this.#encode(null);
    const { name, width, height, frameRate } = this.rung;
    return { name, codec: pictureCodec(this.rung), width, height, frameRate, ...(await this.#writer.finish()) };
  }

  /** Only when its queue has drained. */
  free(): void {
    this.#encoder.free();
  }

  async #encode(frame: Frame | null): Promise<void> {
    // The encoder decides about key frames, not the source.
    if (frame) frame.pictType = AV_PICTURE_TYPE_NONE;
    for (const packet of await this.#encoder.encode(frame)) await this.#writer.write(packet);
  }
}

/** Decodes a picture track once and writes every rung of it. Returns the seconds that were decoded. */
export async function encodeVideo(job: VideoJob): Promise<{ tracks: EncodedTrack[]; seconds: number }> {
  const { averagePacketRate } = await job.track.computePacketStats(120);
  const rungs = ladderFor({ ...job.size, frameRate: Math.max(1, Math.round(averagePacketRate)) });
  const outputs = new Map<string, Output>();
  for (const rung of rungs) {
    const config = { codec: pictureCodec(rung), codedWidth: rung.width, codedHeight: rung.height };
    const writer = await createTrackWriter(job.folder, rung.name, 'video', config, job.segmentSeconds);
    const encoder = createPictureEncoder(rung, rung.frameRate * job.segmentSeconds);
    outputs.set(rung.name, new Output(rung, encoder, writer));
  }
  let chain: FilterChain | null = null;
  let seconds = 0;
  const stills = {
    poster: new FrameQueue(job.stills.poster, stillsQueue),
    print: new FrameQueue(job.stills.print, stillsQueue),
  };
  const queues = new Map<string, FrameQueue>(Object.entries(stills));
  for (const [name, { queue }] of outputs) queues.set(name, queue);
  const take = async (name: string, frame: Frame): Promise<void> => queues.get(name)?.add(frame);
  try {
    for await (const frame of readAhead(decodeTrack(job.track, job.shiftSeconds))) {
      chain ??= createFilterChain(frame, await filtersFor(job, rungs), [...queues.keys()]);
      seconds = Math.max(seconds, Number(frame.pts + frame.duration) / 1e6);
      if (seconds > job.maxSeconds) throw new TooLong();
      job.onProgress(seconds / job.seconds);
      await chain.push(frame, take);
    }
    await chain?.push(null, take);
    await Promise.all(Object.values(stills).map((queue) => queue.drain()));
    const tracks = await Promise.all([...outputs.values()].map((output) => output.finish()));
    return { tracks, seconds };
  } finally {
    chain?.free();
    await Promise.allSettled([...queues.values()].map((queue) => queue.drain()));
    for (const output of outputs.values()) output.free();
  }
}

/** Upright first, then one branch for each rung and for the stills. */
async function filtersFor({ track, size, seconds }: VideoJob, rungs: readonly Rung[]): Promise<string> {
  const [rotation, flip] = await Promise.all([track.getRotation(), track.getFlip()]);
  const turns = { 0: [], 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] }[rotation];
  const mirror = flip ? ['hflip'] : [];
  const branches = [
    ...rungs.map(
      ({ name, width, height, frameRate }) =>
        `fps=${frameRate}:start_time=0,scale=${width}:${height}:flags=bilinear,setsar=1,format=yuv420p[${name}]`,
    ),
    `fps=${posterCount}/${Math.max(1, Math.ceil(seconds))}:start_time=0,${within(size, posterSide)},format=rgb24[poster]`,
    `fps=${Math.min(printsPerSecond, maxPrints / seconds).toFixed(4)}:start_time=0,${within(size, printSide)},format=rgb24[print]`,
  ];
  const names = branches.map((_, index) => `[b${index}]`);
  return [
    `[in]${[...mirror, ...turns, `split=${branches.length}`].join(',')}${names.join('')}`,
    ...branches.map((branch, index) => `${names[index]}${branch}`),
  ].join(';');
}

function within({ width, height }: { width: number; height: number }, side: number): string {
  const scale = Math.min(1, side / Math.max(width, height));
  return `scale=${Math.max(2, Math.round(width * scale))}:${Math.max(2, Math.round(height * scale))},setsar=1`;
}
