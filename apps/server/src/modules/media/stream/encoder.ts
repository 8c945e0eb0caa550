import * as av from 'node-av';
import { succeeded } from './decoder.ts';
import type { Rung } from './ladder.ts';
import type { TrackPacket } from './track-writer.ts';

export interface Encoder {
  /** Encodes a frame, null at the end, whose time is in units of the encoder. Pictures take a thread of the pool. One at a time. */
  encode(frame: av.Frame | null): Promise<TrackPacket[]>;
  context: av.CodecContext;
  free(): void;
}

export const soundRate = 48_000;
const soundBitRate = 96_000;

function createEncoder(context: av.CodecContext, codec: av.Codec, options: Record<string, string>): Encoder {
  for (const [name, value] of Object.entries(options)) succeeded(context.setOption(name, value), name);
  succeeded(context.open2Sync(codec), 'open encoder');
  const packet = new av.Packet();
  packet.alloc();
  const send =
    context.codecType === av.AVMEDIA_TYPE_VIDEO
      ? (frame: av.Frame | null) => context.sendFrame(frame)
      : (frame: av.Frame | null) => context.sendFrameSync(frame);
  const unit = context.timeBase.num / context.timeBase.den;
  return {
    context,
    async encode(frame) {
      succeeded(await send(frame), 'encode');
      const packets: TrackPacket[] = [];
      while (succeeded(context.receivePacketSync(packet), 'encode')) {
        if (packet.data)
          packets.push({
            data: Uint8Array.from(packet.data),
            isKey: packet.isKeyframe,
            timestamp: Number(packet.pts) * unit,
            duration: Number(packet.duration || 1n) * unit,
          });
        packet.unref();
      }
      return packets;
    },
    free() {
      packet.free();
      context.freeContext();
    },
  };
}

function findEncoder(id: av.AVCodecID): { context: av.CodecContext; codec: av.Codec } {
  const codec = av.Codec.findEncoder(id);
  if (!codec) throw new Error('an encoder is missing');
  const context = new av.CodecContext();
  context.allocContext3(codec);
  context.codecId = id;
  return { context, codec };
}

/** Levels by the shorter side. Stated, because the encoder's own guess can be one that phones refuse. */
const levelOf = ({ width, height }: Rung): number => {
  const shorter = Math.min(width, height);
  return shorter <= 360 ? 30 : shorter <= 480 ? 31 : shorter <= 720 ? 31 : 40;
};

/** H.264, main profile, with a key frame every so many frames, at the start of each segment, and nowhere else. */
export function createPictureEncoder(rung: Rung, segmentFrames: number): Encoder {
  const { context, codec } = findEncoder(av.AV_CODEC_ID_H264);
  context.codecType = av.AVMEDIA_TYPE_VIDEO;
  context.width = rung.width;
  context.height = rung.height;
  context.pixelFormat = av.AV_PIX_FMT_YUV420P;
  context.timeBase = new av.Rational(1, rung.frameRate);
  context.framerate = new av.Rational(rung.frameRate, 1);
  context.gopSize = segmentFrames;
  context.threadCount = 2;
  return createEncoder(context, codec, {
    preset: 'veryfast',
    profile: 'main',
    level: String(levelOf(rung)),
    crf: '23',
    maxrate: String(rung.maxRate),
    bufsize: String(rung.maxRate * 2),
    sc_threshold: '0',
    keyint_min: String(segmentFrames),
    'forced-idr': '1',
  });
}

/** For `avc1` in a playlist: main profile and the level. */
export const pictureCodec = (rung: Rung): string => `avc1.4d40${levelOf(rung).toString(16).padStart(2, '0')}`;
export const soundCodec = 'mp4a.40.2';

export function createSoundEncoder(): Encoder {
  const { context, codec } = findEncoder(av.AV_CODEC_ID_AAC);
  context.codecType = av.AVMEDIA_TYPE_AUDIO;
  context.sampleRate = soundRate;
  context.channelLayout = av.AV_CHANNEL_LAYOUT_STEREO;
  context.sampleFormat = av.AV_SAMPLE_FMT_FLTP;
  context.timeBase = new av.Rational(1, soundRate);
  context.bitRate = BigInt(soundBitRate);
  context.flags = av.AV_CODEC_FLAG_GLOBAL_HEADER;
  return createEncoder(context, codec, {});
}
