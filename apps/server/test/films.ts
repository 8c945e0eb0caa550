import { join } from 'node:path';
import {
  BufferSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  VideoSample,
  VideoSampleSource,
} from 'mediabunny';
import * as av from 'node-av';
import { decodeTrack } from '../src/modules/media/stream/decoder.ts';
import { createPictureEncoder } from '../src/modules/media/stream/encoder.ts';
import { createFilterChain, type FilterChain } from '../src/modules/media/stream/graph.ts';
import { createTrackWriter } from '../src/modules/media/stream/track-writer.ts';
import { drawScene, randomFrom } from './scene.ts';

export interface FilmOptions {
  seconds: number;
  width: number;
  height: number;
  frameRate: number;
  seed: number;
}

/** Writes a film whose camera wanders over drawn scenes, with a cut every few seconds and grain. */
export async function drawFilm(path: string, { seconds, width, height, frameRate, seed }: FilmOptions): Promise<void> {
  const { registerMediabunnyServer } = await import('@mediabunny/server');
  registerMediabunnyServer({ hardwareContext: null });
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(path) });
  const source = new VideoSampleSource({ codec: 'avc', bitrate: 12 * width * height, keyFrameInterval: 2 });
  output.addVideoTrack(source);
  await output.start();
  const random = randomFrom(seed);
  const [wide, high] = [Math.round(width * 1.3), Math.round(height * 1.3)];
  const grain = Int8Array.from({ length: 65_536 }, () => Math.round((random() + random() - 1) * 5));
  let scene = drawScene({ width: wide, height: high, seed });
  let cutAt = 0;
  let pace = { x: 0, y: 0, phase: 0 };
  for (let frame = 0; frame < seconds * frameRate; frame += 1) {
    const time = frame / frameRate;
    if (time >= cutAt) {
      scene = drawScene({ width: wide, height: high, seed: seed * 100 + Math.floor(time) });
      cutAt = time + 3 + random() * 6;
      pace = { x: 0.1 + random() * 0.5, y: 0.1 + random() * 0.4, phase: random() * 6 };
    }
    const left = Math.round((wide - width) * (0.5 + 0.5 * Math.sin(time * pace.x + pace.phase)));
    const top = Math.round((high - height) * (0.5 + 0.5 * Math.cos(time * pace.y + pace.phase)));
    const pixels = new Uint8Array(width * height * 4).fill(255);
    let noise = Math.floor(random() * 65_536);
    for (let y = 0, at = 0; y < height; y += 1) {
      let from = ((top + y) * wide + left) * 3;
      for (let x = 0; x < width; x += 1, at += 4, from += 3) {
        noise = (noise + 1) & 65_535;
        const level = grain[noise] ?? 0;
        for (let channel = 0; channel < 3; channel += 1)
          pixels[at + channel] = Math.max(0, Math.min(255, (scene.data[from + channel] ?? 0) + level));
      }
    }
    const sample = new VideoSample(pixels, {
      format: 'RGBX',
      codedWidth: width,
      codedHeight: height,
      timestamp: time,
      duration: 1 / frameRate,
    });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
}

export interface Leak {
  /** Shares that are cut off at each side. */
  crop: { left: number; right: number; top: number; bottom: number };
  /** Of the size that is left. */
  scale: number;
  frameRate: number;
  /** Bits a second. */
  maxRate: number;
  /** Seconds that are left out at the start, and how many are kept. */
  from?: number;
  seconds?: number;
}

/** Encodes a copy of a film as someone would who passes it on. */
export async function leakFilm(film: Buffer, folder: string, leak: Leak): Promise<string> {
  const input = new Input({ source: new BufferSource(film), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('no picture');
  const [wide, high] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const { crop, scale, frameRate, maxRate, from = 0, seconds = Number.POSITIVE_INFINITY } = leak;
  const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2);
  const [kept, keptHigh] = [even(wide * (1 - crop.left - crop.right)), even(high * (1 - crop.top - crop.bottom))];
  const [width, height] = [even(kept * scale), even(keptHigh * scale)];
  const filters = `[in]crop=${kept}:${keptHigh}:${Math.round(wide * crop.left)}:${Math.round(high * crop.top)},scale=${width}:${height}:flags=bicubic,setsar=1,fps=${frameRate},format=yuv420p[out]`;
  const rung = { name: 'leak', width, height, frameRate, maxRate };
  const encoder = createPictureEncoder(rung, frameRate * 10);
  const config = { codec: 'avc1.4d4028', codedWidth: width, codedHeight: height };
  const writer = await createTrackWriter(folder, 'leak', 'video', config, 10);
  let chain: FilterChain | null = null;
  let count = 0;
  const take = async (_name: string, frame: av.Frame) => {
    frame.pts = BigInt(count);
    count += 1;
    frame.pictType = av.AV_PICTURE_TYPE_NONE;
    for (const packet of await encoder.encode(frame)) await writer.write(packet);
  };
  try {
    for await (const frame of decodeTrack(track, 0)) {
      const time = Number(frame.pts) / 1e6;
      if (time < from) continue;
      if (time > from + seconds) break;
      frame.pts -= BigInt(Math.round(from * 1e6));
      chain ??= createFilterChain(frame, filters, ['out']);
      await chain.push(frame, take);
    }
    await chain?.push(null, take);
    for (const packet of await encoder.encode(null)) await writer.write(packet);
    await writer.finish();
  } finally {
    chain?.free();
    encoder.free();
  }
  return join(folder, 'leak.mp4');
}
