import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { type EncodedTrack, trackFileName } from './outcome.ts';

/** By so much, less than a frame, a segment may be short: times are rounded. */
const slackSeconds = 0.01;

export interface TrackPacket {
  data: Uint8Array;
  isKey: boolean;
  /** Seconds. */
  timestamp: number;
  duration: number;
}

export interface TrackWriter {
  write(packet: TrackPacket): Promise<void>;
  /** Ends the file and returns its index. */
  finish(): Promise<Pick<EncodedTrack, 'byteSize' | 'initSize' | 'segmentSizes' | 'segmentMs'>>;
}

type DecoderConfig = VideoDecoderConfig | AudioDecoderConfig;

/** Writes one track as fragments of MP4, each of which is a segment that begins with a key frame. */
export async function createTrackWriter(
  folder: string,
  name: string,
  kind: 'video' | 'audio',
  decoderConfig: DecoderConfig,
  segmentSeconds: number,
): Promise<TrackWriter> {
  const path = join(folder, trackFileName(name));
  const starts: { position: number; timestamp: number }[] = [];
  const output = new Output({
    format: new Mp4OutputFormat({
      fastStart: 'fragmented',
      minimumFragmentDuration: segmentSeconds - slackSeconds,
      onMoof: (_data, position, timestamp) => void starts.push({ position, timestamp }),
    }),
    target: new FilePathTarget(path),
  });
  const source = kind === 'video' ? new EncodedVideoPacketSource('avc') : new EncodedAudioPacketSource('aac');
  if (source instanceof EncodedVideoPacketSource) output.addVideoTrack(source);
  else output.addAudioTrack(source);
  await output.start();
  let end = 0;
  let sequence = 0;
  return {
    async write({ data, isKey, timestamp, duration }) {
      end = Math.max(end, timestamp + duration);
      const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', timestamp, duration, sequence);
      sequence += 1;
      if (source instanceof EncodedVideoPacketSource)
        await source.add(packet, { decoderConfig: decoderConfig as VideoDecoderConfig });
      else await source.add(packet, { decoderConfig: decoderConfig as AudioDecoderConfig });
    },
    async finish() {
      await output.finalize();
      const byteSize = (await stat(path)).size;
      const after = (index: number) => starts[index + 1] ?? { position: byteSize, timestamp: end };
      return {
        byteSize,
        initSize: starts[0]?.position ?? byteSize,
        segmentSizes: starts.map(({ position }, index) => after(index).position - position),
        segmentMs: starts.map(({ timestamp }, index) => Math.round((after(index).timestamp - timestamp) * 1000)),
      };
    },
  };
}
