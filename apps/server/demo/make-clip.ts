// Makes `clip.mp4`, the sample clip: light moving over an abstract picture. Needs the FFmpeg bindings:
// `node apps/server/demo/make-clip.ts`

import { join } from 'node:path';
import { registerMediabunnyServer } from '@mediabunny/server';
import { FilePathTarget, Mp4OutputFormat, Output, VideoSampleSource } from 'mediabunny';
import { abstractPictureSvg } from '../src/platform/imagery/abstract-picture.ts';
import { drawLoop } from './wandering-light.ts';

const seconds = 8;
const framesPerSecond = 24;
const shown = { width: 432, height: 540 } as const;
/** The picture is wider than the frame: the view pans over it. */
const drawn = { width: 720, height: 900 } as const;

registerMediabunnyServer({ hardwareContext: null });
const output = new Output({
  format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
  target: new FilePathTarget(join(import.meta.dirname, 'clip.mp4')),
});
const source = new VideoSampleSource({ codec: 'avc', bitrate: 260_000, keyFrameInterval: 2 });
await drawLoop(output, source, {
  svg: abstractPictureSvg('evening', { ...drawn, family: 'horizon', palette: 2 }),
  ...{ drawn, shown, seconds, framesPerSecond },
  rise: 0.6,
  swell: 0.12,
});
