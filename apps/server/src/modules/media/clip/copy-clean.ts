import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { ClipContainer } from './outcome.ts';
import { lengthSizeOf, withoutFreeText } from './sei.ts';

/** Codecs that every browser plays, by container. */
const playable = {
  mp4: { video: ['avc', 'av1'], audio: ['aac', 'mp3', 'opus'] },
  webm: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
} as const satisfies Record<ClipContainer, { video: readonly string[]; audio: readonly string[] }>;

/** The container these codecs can be copied into; null when they must be re-encoded. */
export function containerFor(video: string | null, audio: string | null): ClipContainer | null {
  const fits = (container: ClipContainer) =>
    (playable[container].video as readonly (string | null)[]).includes(video) &&
    (audio === null || (playable[container].audio as readonly string[]).includes(audio));
  return fits('mp4') ? 'mp4' : fits('webm') ? 'webm' : null;
}

/** More packets than ten minutes can hold. */
const maxPackets = 250_000;

export class TooLong extends Error {}

interface Track {
  packets: AsyncGenerator<EncodedPacket>;
  next: EncodedPacket | null;
  write(packet: EncodedPacket): Promise<void>;
}

/**
 * Copies one video track and at most one audio track to a new file, packet by packet. Tags, names, positions, chapters,
 * subtitles and timed data are not read, so the new file cannot contain them. The index comes first, so that playback
 * starts with the first bytes. Returns the length in seconds; throws `TooLong`.
 */
export async function copyClean(
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
  to: { path: string; container: ClipContainer; maxSeconds: number },
): Promise<number> {
  const counts = await Promise.all([countPackets(video), audio ? countPackets(audio) : 0]);
  const output = new Output({
    format: to.container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat(),
    target: new FilePathTarget(to.path),
  });
  const firsts = await Promise.all([video.getFirstTimestamp(), audio?.getFirstTimestamp() ?? 0]);
  const shift = -Math.min(0, ...firsts);
  const tracks = [await pictures(output, video, counts[0])];
  if (audio) tracks.push(await sound(output, audio, counts[1]));
  await output.start();
  let seconds = 0;
  for (const track of tracks) track.next = await nextPacket(track);
  for (;;) {
    const earliest = tracks.reduce<Track | null>(
      (found, track) => (track.next && (!found?.next || track.next.timestamp < found.next.timestamp) ? track : found),
      null,
    );
    const packet = earliest?.next;
    if (!earliest || !packet) break;
    const timestamp = packet.timestamp + shift;
    seconds = Math.max(seconds, timestamp + packet.duration);
    if (seconds > to.maxSeconds) throw new TooLong();
    await earliest.write(
      new EncodedPacket(packet.data, packet.type, timestamp, packet.duration, packet.sequenceNumber),
    );
    earliest.next = await nextPacket(earliest);
  }
  await output.finalize();
  return seconds;
}

async function nextPacket({ packets }: Track): Promise<EncodedPacket | null> {
  const { value, done } = await packets.next();
  return done ? null : value;
}

async function countPackets(track: InputVideoTrack | InputAudioTrack): Promise<number> {
  const { packetCount } = await track.computePacketStats(maxPackets);
  if (packetCount >= maxPackets) throw new TooLong();
  return packetCount;
}

async function pictures(output: Output, track: InputVideoTrack, maximumPacketCount: number): Promise<Track> {
  const [codec, decoderConfig] = await Promise.all([track.getCodec(), track.getDecoderConfig()]);
  if (!codec || !decoderConfig) throw new Error('a track without a codec');
  const source = new EncodedVideoPacketSource(codec);
  // Rotation and flip are the only properties taken from the old file.
  const [rotation, flip] = await Promise.all([track.getRotation(), track.getFlip()]);
  output.addVideoTrack(source, { rotation, flip, maximumPacketCount });
  const { description } = decoderConfig;
  const lengthSize = codec === 'avc' ? lengthSizeOf(description && bytesOf(description)) : null;
  const clean = (packet: EncodedPacket) =>
    lengthSize === null ? packet : packet.clone({ data: withoutFreeText(packet.data, lengthSize) });
  return {
    packets: new EncodedPacketSink(track).packets(undefined, undefined, { verifyKeyPackets: true }),
    next: null,
    write: (packet) => source.add(clean(packet), { decoderConfig }),
  };
}

async function sound(output: Output, track: InputAudioTrack, maximumPacketCount: number): Promise<Track> {
  const [codec, decoderConfig] = await Promise.all([track.getCodec(), track.getDecoderConfig()]);
  if (!codec || !decoderConfig) throw new Error('a track without a codec');
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, { maximumPacketCount });
  return {
    packets: new EncodedPacketSink(track).packets(),
    next: null,
    write: (packet) => source.add(packet, { decoderConfig }),
  };
}

const bytesOf = (source: ArrayBufferView | ArrayBufferLike): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
