import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AudioSample,
  AudioSampleSource,
  FilePathTarget,
  type MetadataTags,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import type { RawPicture } from '../src/modules/media/tints.ts';
import { drawScene } from './scene.ts';

const formats = {
  mp4: { format: () => new Mp4OutputFormat({ fastStart: false }), video: 'avc', audio: 'aac' },
  mov: { format: () => new MovOutputFormat({ fastStart: false }), video: 'avc', audio: 'aac' },
  webm: { format: () => new WebMOutputFormat(), video: 'vp9', audio: 'opus' },
  hevc: { format: () => new Mp4OutputFormat({ fastStart: false }), video: 'hevc', audio: 'aac' },
} as const;

export interface ClipOptions {
  kind?: keyof typeof formats;
  seconds?: number;
  width?: number;
  height?: number;
  /** Moves the pattern, so that two clips differ. */
  seed?: number;
  rotation?: 0 | 90 | 180 | 270;
  /** A drawn scene that brightens instead of moving light: hashes need edges. */
  isScene?: boolean;
  tags?: MetadataTags;
  /** Bits a second of the picture; with more than the default it is random light, which needs them. */
  bitrate?: number;
}

const framesPerSecond = 10;
const defaultBitrate = 100_000;

/** A clip of moving light with a tone, as from a camera: with tags, and its index at the end. */
export async function aClip(options: ClipOptions = {}): Promise<Buffer> {
  const {
    kind = 'mp4',
    seconds = 1,
    width = 160,
    height = 120,
    seed = 1,
    rotation = 0,
    tags,
    isScene = false,
    bitrate = defaultBitrate,
  } = options;
  // Optional package: callers have checked that clips work.
  const { registerMediabunnyServer } = await import('@mediabunny/server');
  registerMediabunnyServer({ hardwareContext: null });
  const folder = await mkdtemp(join(tmpdir(), 'vlam-clip-'));
  const path = join(folder, 'clip');
  const { format, video, audio } = formats[kind];
  const output = new Output({ format: format(), target: new FilePathTarget(path) });
  const pictures = new VideoSampleSource({ codec: video, bitrate, keyFrameInterval: 1 });
  const sound = new AudioSampleSource({ codec: audio, bitrate: 64_000 });
  output.addVideoTrack(pictures, { rotation });
  output.addAudioTrack(sound);
  if (tags) output.setMetadataTags(tags);
  await output.start();
  const scene = isScene ? drawScene({ width, height, seed }) : null;
  const draw = (frame: number): Uint8Array => {
    if (bitrate > defaultBitrate) return randomBytes(width * height * 4);
    return scene ? brightened(scene, frame) : light(width, height, frame * 3 + seed * 17);
  };
  for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
    const sample = new VideoSample(draw(frame), {
      format: 'RGBX',
      codedWidth: width,
      codedHeight: height,
      timestamp: frame / framesPerSecond,
      duration: 1 / framesPerSecond,
    });
    await pictures.add(sample);
    sample.close();
    const tone = new AudioSample({
      data: Float32Array.from({ length: 4_800 }, (_, index) => Math.sin(index / 30) * 0.2),
      format: 'f32',
      numberOfChannels: 1,
      sampleRate: 48_000,
      timestamp: frame / framesPerSecond,
    });
    await sound.add(tone);
    tone.close();
  }
  await output.finalize();
  const bytes = await readFile(path);
  await rm(folder, { recursive: true });
  return bytes;
}

function brightened({ data }: RawPicture, by: number): Uint8Array {
  const pixels = new Uint8Array((data.length / 3) * 4).fill(255);
  for (let from = 0, at = 0; from < data.length; from += 3, at += 4)
    for (let channel = 0; channel < 3; channel += 1)
      pixels[at + channel] = Math.min(255, (data[from + channel] ?? 0) + by / 2);
  return pixels;
}

function light(width: number, height: number, shift: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 4);
  // Waves along columns and along diagonals.
  const reds = Uint8Array.from({ length: width }, (_, x) => 120 + 100 * Math.sin((x + shift) / 23));
  const blues = Uint8Array.from({ length: width + height }, (_, sum) => 60 + 40 * Math.cos((sum + shift) / 31));
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      pixels[at] = reds[x] as number;
      pixels[at + 1] = 80 + (y * 90) / height;
      pixels[at + 2] = blues[x + y] as number;
      pixels[at + 3] = 255;
    }
  return pixels;
}
