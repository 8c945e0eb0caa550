import type { InputAudioTrack } from 'mediabunny';
import type * as av from 'node-av';
import { decodeTrack } from './decoder.ts';
import { TooLong } from './encode-video.ts';
import { createSoundEncoder, soundCodec, soundRate } from './encoder.ts';
import { createFilterChain, type FilterChain } from './graph.ts';
import type { EncodedTrack } from './outcome.ts';
import { createTrackWriter } from './track-writer.ts';

export const soundName = 'sound';
const peakCount = 200;
const frameSize = 1_024;

/** Gaps become silence, so that sound and picture keep together. */
const filters = `[in]aresample=${soundRate}:async=1:first_pts=0,aformat=sample_fmts=fltp:sample_rates=${soundRate}:channel_layouts=stereo,asetnsamples=n=${frameSize}:p=1[${soundName}]`;

/** Encodes a sound track to AAC, and notes its loudest samples. */
export async function encodeSound(job: {
  track: InputAudioTrack;
  folder: string;
  seconds: number;
  shiftSeconds: number;
  maxSeconds: number;
  segmentSeconds: number;
  onProgress(share: number): void;
}): Promise<{ track: EncodedTrack; peaks: number[]; seconds: number }> {
  const encoder = createSoundEncoder();
  const config = {
    codec: soundCodec,
    sampleRate: soundRate,
    numberOfChannels: 2,
    ...(encoder.context.extraData ? { description: Uint8Array.from(encoder.context.extraData) } : {}),
  };
  const writer = await createTrackWriter(job.folder, soundName, 'audio', config, job.segmentSeconds);
  const loudest: number[] = [];
  let chain: FilterChain | null = null;
  let written = 0;
  let samples = 0n;
  const write = async (frame: av.Frame | null): Promise<void> => {
    for (const { data, isKey } of await encoder.encode(frame)) {
      // The encoder's delay of one frame is not kept: the first packet is at the start.
      await writer.write({
        data,
        isKey,
        timestamp: (written * frameSize) / soundRate,
        duration: frameSize / soundRate,
      });
      written += 1;
    }
  };
  const take = async (_output: string, frame: av.Frame): Promise<void> => {
    loudest.push(loudestOf(frame));
    frame.pts = samples;
    samples += BigInt(frame.nbSamples);
    if (Number(samples) / soundRate > job.maxSeconds) throw new TooLong();
    job.onProgress(Number(samples) / soundRate / job.seconds);
    await write(frame);
  };
  try {
    for await (const frame of decodeTrack(job.track, job.shiftSeconds)) {
      chain ??= createFilterChain(frame, filters, [soundName]);
      await chain.push(frame, take);
    }
    await chain?.push(null, take);
    await write(null);
    const track = { name: soundName, codec: soundCodec, width: null, height: null, frameRate: null };
    return {
      track: { ...track, ...(await writer.finish()) },
      peaks: peaksOf(loudest),
      seconds: Number(samples) / soundRate,
    };
  } finally {
    chain?.free();
    encoder.free();
  }
}

/** 0 to 255. */
function loudestOf(frame: av.Frame): number {
  let loudest = 0;
  for (const plane of frame.data ?? []) {
    const values = new Float32Array(plane.buffer, plane.byteOffset, Math.min(frame.nbSamples, plane.length / 4));
    for (const value of values) loudest = Math.max(loudest, Math.abs(value));
  }
  return Math.min(255, Math.round(loudest * 255));
}

/** The loudest of each of up to 200 equal parts. */
function peaksOf(loudest: readonly number[]): number[] {
  const count = Math.min(peakCount, loudest.length);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * loudest.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * loudest.length) / count));
    return loudest.slice(from, to).reduce((most, each) => Math.max(most, each), 0);
  });
}
