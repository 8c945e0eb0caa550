import { type Output, VideoSample, type VideoSampleSource } from 'mediabunny';
import { imageLibrary, openDrawing } from '../src/platform/imagery/sharp.ts';

interface Loop {
  svg: string;
  /** Of the picture, which is larger than the frame: the view wanders over it. */
  drawn: { width: number; height: number };
  shown: { width: number; height: number };
  seconds: number;
  framesPerSecond: number;
  /** Shares by which the view rises and the light swells. */
  rise: number;
  swell: number;
}

/** Adds one frame of raw pixels, in RGB and a fourth byte. */
export async function addFrame(
  source: VideoSampleSource,
  data: Buffer,
  { width, height, frame, framesPerSecond }: { width: number; height: number; frame: number; framesPerSecond: number },
): Promise<void> {
  const sample = new VideoSample(new Uint8Array(data), {
    format: 'RGBX',
    codedWidth: width,
    codedHeight: height,
    timestamp: frame / framesPerSecond,
    duration: 1 / framesPerSecond,
  });
  await source.add(sample);
  sample.close();
}

/** Adds the frames of a loop to an output and ends it: the view and the light return to where they began. */
export async function drawLoop(output: Output, source: VideoSampleSource, loop: Loop): Promise<void> {
  const { drawn, shown, framesPerSecond } = loop;
  const picture = await openDrawing(loop.svg).removeAlpha().raw().toBuffer();
  output.addVideoTrack(source);
  await output.start();
  const frames = loop.seconds * framesPerSecond;
  for (let frame = 0; frame < frames; frame += 1) {
    const turn = (2 * Math.PI * frame) / frames;
    const left = Math.round(((drawn.width - shown.width) / 2) * (1 - Math.cos(turn)));
    const top = Math.round(((drawn.height - shown.height) / 2) * (1 + loop.rise * Math.sin(turn)));
    const data = await imageLibrary()(picture, { raw: { ...drawn, channels: 3 } })
      .extract({ left, top, ...shown })
      .modulate({ brightness: 1 + loop.swell * Math.sin(turn * 2) })
      .ensureAlpha()
      .raw()
      .toBuffer();
    await addFrame(source, data, { ...shown, frame, framesPerSecond });
  }
  await output.finalize();
}
