// Makes `clip.mp4`, the sample clip: light moving over an abstract picture. Needs the FFmpeg bindings:
// `node apps/server/demo/make-clip.ts`

import { join } from 'node:path';
import { registerMediabunnyServer } from '@mediabunny/server';
import { FilePathTarget, Mp4OutputFormat, Output, VideoSample, VideoSampleSource } from 'mediabunny';
import { abstractPictureSvg } from '../src/platform/imagery/abstract-picture.ts';
import { imageLibrary, openDrawing } from '../src/platform/imagery/sharp.ts';

const seconds = 8;
const framesPerSecond = 24;
const shown = { width: 432, height: 540 } as const;
/** The picture is wider than the frame: the view pans over it. */
const drawn = { width: 720, height: 900 } as const;

registerMediabunnyServer({ hardwareContext: null });
const picture = await openDrawing(abstractPictureSvg('evening', { ...drawn, family: 'horizon', palette: 2 }))
  .removeAlpha()
  .raw()
  .toBuffer();
const output = new Output({
  format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
  target: new FilePathTarget(join(import.meta.dirname, 'clip.mp4')),
});
const source = new VideoSampleSource({ codec: 'avc', bitrate: 260_000, keyFrameInterval: 2 });
output.addVideoTrack(source);
await output.start();
const frames = seconds * framesPerSecond;
for (let frame = 0; frame < frames; frame += 1) {
  const turn = (2 * Math.PI * frame) / frames;
  const left = Math.round(((drawn.width - shown.width) / 2) * (1 - Math.cos(turn)));
  const top = Math.round(((drawn.height - shown.height) / 2) * (1 + 0.6 * Math.sin(turn)));
  const data = await imageLibrary()(picture, { raw: { ...drawn, channels: 3 } })
    .extract({ left, top, ...shown })
    .modulate({ brightness: 1 + 0.12 * Math.sin(turn * 2) })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const sample = new VideoSample(new Uint8Array(data), {
    format: 'RGBX',
    codedWidth: shown.width,
    codedHeight: shown.height,
    timestamp: frame / framesPerSecond,
    duration: 1 / framesPerSecond,
  });
  await source.add(sample);
  sample.close();
}
await output.finalize();
