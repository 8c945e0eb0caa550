// Makes the loops that the demo world's shows send: light moving over abstract pictures, as the messages of a
// broadcasting browser. Needs the FFmpeg bindings: `node apps/server/demo/make-shows.ts`

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerMediabunnyServer } from '@mediabunny/server';
import { encodeLiveChunk } from '@vlam/contract/rules/lives';
import {
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  VideoSampleSource,
} from 'mediabunny';
import { abstractPictureSvg } from '../src/platform/imagery/abstract-picture.ts';
import { drawLoop } from './wandering-light.ts';

const seconds = 12;
const framesPerSecond = 15;
const shown = { width: 640, height: 360 } as const;
/** The picture is larger than the frame: the view wanders over it. */
const drawn = { width: 760, height: 440 } as const;

const loops = [
  { name: 'candle', family: 'lamp', palette: 2 },
  { name: 'water', family: 'smoke', palette: 4 },
  { name: 'neon', family: 'discs', palette: 5 },
] as const;

registerMediabunnyServer({ hardwareContext: null });

async function encode(name: string, svg: string): Promise<ArrayBuffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  // In real time the encoder sends frames in the order in which they are shown.
  const source = new VideoSampleSource({
    codec: 'avc',
    bitrate: 450_000,
    keyFrameInterval: 3,
    latencyMode: 'realtime',
  });
  await drawLoop(output, source, { svg, drawn, shown, seconds, framesPerSecond, rise: 0.7, swell: 0.1 });
  if (!target.buffer) throw new Error(`${name} was not encoded`);
  return target.buffer;
}

for (const { name, ...look } of loops) {
  const mp4 = await encode(name, abstractPictureSvg(name, { ...drawn, ...look }));
  const track = await new Input({ formats: [MP4], source: new BufferSource(mp4) }).getPrimaryVideoTrack();
  const avcC = (await track?.getDecoderConfig())?.description;
  if (!track || !avcC) throw new Error(`${name} has no picture`);
  const hello = { avcC: Buffer.from(avcC as ArrayBuffer).toString('base64'), ...shown, channels: null };
  const messages: Uint8Array[] = [Buffer.from(`${JSON.stringify(hello)}\n`)];
  for await (const packet of new EncodedPacketSink(track).packets())
    messages.push(
      encodeLiveChunk({
        kind: packet.type === 'key' ? 'key' : 'delta',
        timestamp: Math.round(packet.timestamp * 1e6),
        duration: Math.round(1e6 / framesPerSecond),
        bytes: packet.data,
      }),
    );
  await writeFile(join(import.meta.dirname, `show-${name}.bin`), Buffer.concat(messages));
}
