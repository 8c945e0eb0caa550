import { EncodedPacketSink, type InputAudioTrack, type InputVideoTrack } from 'mediabunny';
import * as av from 'node-av';

/** Time base of decoded frames: a microsecond. */
export const microsecond = { num: 1, den: 1_000_000 };

const codecIds: Record<string, av.AVCodecID> = {
  avc: av.AV_CODEC_ID_H264,
  hevc: av.AV_CODEC_ID_HEVC,
  vp8: av.AV_CODEC_ID_VP8,
  vp9: av.AV_CODEC_ID_VP9,
  av1: av.AV_CODEC_ID_AV1,
  aac: av.AV_CODEC_ID_AAC,
  mp3: av.AV_CODEC_ID_MP3,
  opus: av.AV_CODEC_ID_OPUS,
  vorbis: av.AV_CODEC_ID_VORBIS,
  flac: av.AV_CODEC_ID_FLAC,
  'pcm-s16': av.AV_CODEC_ID_PCM_S16LE,
  'pcm-s24': av.AV_CODEC_ID_PCM_S24LE,
  'pcm-f32': av.AV_CODEC_ID_PCM_F32LE,
  'pcm-u8': av.AV_CODEC_ID_PCM_U8,
};

/** They decode the frames ahead; each more costs memory for frames. */
const decoderThreads = 2;

/** A codec that cannot be decoded here. */
export class UnsupportedCodec extends Error {}

/** Throws what FFmpeg answered; "again" and "end" are no errors and return false. */
export function succeeded(result: number, what: string): boolean {
  if (result === av.AVERROR_EAGAIN || result === av.AVERROR_EOF) return false;
  if (result < 0) throw new Error(`${what}: ${av.FFmpegError.strerror(result)}`);
  return true;
}

async function openDecoder(track: InputVideoTrack | InputAudioTrack): Promise<av.CodecContext> {
  const [name, config] = await Promise.all([track.getCodec(), track.getDecoderConfig()]);
  const id = name && codecIds[name];
  const codec = id ? av.Codec.findDecoder(id) : null;
  if (!id || !codec || !config) throw new UnsupportedCodec();
  const context = new av.CodecContext();
  context.allocContext3(codec);
  context.codecId = id;
  context.pktTimebase = new av.Rational(microsecond.num, microsecond.den);
  const { description } = config;
  context.extraData = description ? toBuffer(description) : null;
  if ('sampleRate' in config) {
    context.codecType = av.AVMEDIA_TYPE_AUDIO;
    context.sampleRate = config.sampleRate;
    context.channelLayout = layoutOf(config.numberOfChannels);
  } else {
    context.codecType = av.AVMEDIA_TYPE_VIDEO;
    context.width = config.codedWidth ?? 0;
    context.height = config.codedHeight ?? 0;
  }
  // Strict: frames of H.264 that do not state their order are put in order all the same.
  // An options dictionary passed to `open2Sync` is freed twice.
  context.threadCount = decoderThreads;
  context.setOption('strict', String(av.FF_COMPLIANCE_STRICT));
  succeeded(context.open2Sync(codec), 'open decoder');
  return context;
}

const layoutOf = (channels: number): av.ChannelLayout =>
  channels === 1
    ? av.AV_CHANNEL_LAYOUT_MONO
    : channels === 2
      ? av.AV_CHANNEL_LAYOUT_STEREO
      : { nbChannels: channels, order: av.AV_CHANNEL_ORDER_UNSPEC, mask: 0n };

const toBuffer = (source: ArrayBufferView | ArrayBufferLike): Buffer =>
  ArrayBuffer.isView(source) ? Buffer.from(source.buffer, source.byteOffset, source.byteLength) : Buffer.from(source);

/**
 * Decodes a whole track; only its packets reach FFmpeg, never the file. The frame is the same object each time and is
 * valid until the next; threads of the pool decode pictures. Timestamps are in microseconds from `shiftSeconds` on. Throws for what cannot be decoded.
 */
export async function* decodeTrack(
  track: InputVideoTrack | InputAudioTrack,
  shiftSeconds: number,
): AsyncGenerator<av.Frame> {
  const context = await openDecoder(track);
  const [frame, packet] = [new av.Frame(), new av.Packet()];
  frame.alloc();
  packet.alloc();
  const toMicroseconds = (seconds: number) => BigInt(Math.round(seconds * 1e6));
  // Sound takes less time than the way to another thread.
  const isPicture = track.isVideoTrack();
  const send = async (next: av.Packet | null) =>
    succeeded(isPicture ? await context.sendPacket(next) : context.sendPacketSync(next), 'decode');
  const receive = async () =>
    succeeded(isPicture ? await context.receiveFrame(frame) : context.receiveFrameSync(frame), 'decode');
  try {
    const sink = new EncodedPacketSink(track as InputVideoTrack);
    for await (const read of sink.packets(undefined, undefined, { verifyKeyPackets: isPicture })) {
      packet.data = Buffer.from(read.data);
      packet.isKeyframe = read.type === 'key';
      packet.timeBase = microsecond;
      packet.pts = toMicroseconds(read.timestamp + shiftSeconds);
      packet.dts = av.AV_NOPTS_VALUE;
      packet.duration = toMicroseconds(read.duration);
      await send(packet);
      packet.unref();
      while (await receive()) yield frame;
    }
    await send(null);
    while (await receive()) yield frame;
  } finally {
    context.freeContext();
    frame.free();
    packet.free();
  }
}
