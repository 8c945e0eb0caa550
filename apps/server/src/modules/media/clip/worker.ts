import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerMediabunnyServer } from '@mediabunny/server';
import {
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  type VideoSample,
  VideoSampleSink,
  WEBM,
} from 'mediabunny';
import { imageLibrary, openUploadedPicture } from '../../../platform/imagery/sharp.ts';
import { containerFor, copyClean, TooLong } from './copy-clean.ts';
import { type ClipTask, clipName, type Outcome, posterName, type RefusalKind } from './outcome.ts';
import { watchProcess } from './watch.ts';

// A separate program: a file made to break a decoder ends this process and no other.

/** Positions of decoded frames, as shares of the length. The first is the poster, unless it is dark. */
const posterPositions = [0.1, 0, 0.5, 0.9];
/** Of 255. */
const darkBelow = 16;
/** Longest side of re-encoded clips, in pixels. */
const encodedSide = 1_280;

class Refused extends Error {
  readonly kind: RefusalKind;
  constructor(kind: RefusalKind) {
    super(kind);
    this.kind = kind;
  }
}

const open = (path: string) => new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA] });

async function prepare({ input: path, folder, maxSeconds, maxSide }: ClipTask): Promise<Outcome> {
  let input = open(path);
  if (!(await input.canRead())) throw new Refused('unsupported');
  const [first, sound] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
  if (!first) throw new Refused('unsupported');
  await requireSize(first, maxSide);
  const stated = await input.getDurationFromMetadata();
  if (stated !== null && stated > maxSeconds) throw new Refused('too-long');
  let container = containerFor(await first.getCodec(), sound && (await sound.getCodec()));
  if (container === null) {
    const encoded = join(folder, 'encoded.mp4');
    await encode(input, first, encoded);
    input = open(encoded);
    container = 'mp4';
  }
  const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
  if (!video) throw new Refused('unreadable');
  const target = join(folder, clipName(container));
  const seconds = await copyClean(video, audio, { path: target, container, maxSeconds });
  if (seconds <= 0) throw new Refused('unreadable');
  // Checks the written file, not the upload.
  const clip = await open(target).getPrimaryVideoTrack();
  if (!clip) throw new Refused('unreadable');
  const size = await drawPoster(clip, seconds, join(folder, posterName));
  return { container, ...size, durationMs: Math.round(seconds * 1000) };
}

async function requireSize(track: InputVideoTrack, maxSide: number): Promise<void> {
  const sides = await Promise.all([track.getCodedWidth(), track.getCodedHeight(), track.getDisplayWidth()]);
  if (sides.some((side) => side > maxSide)) throw new Refused('too-large');
  if (sides.some((side) => side < 16)) throw new Refused('unsupported');
}

/** Re-encodes to H.264 and AAC what browsers cannot play. */
async function encode(input: Input, track: InputVideoTrack, path: string): Promise<void> {
  const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()]);
  const scale = Math.min(1, encodedSide / Math.max(width, height));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  const conversion = await Conversion.init({
    input,
    output: new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(path) }),
    tracks: 'primary',
    video: { codec: 'avc', width: even(width), height: even(height), fit: 'fill', bitrate: 2_500_000 },
    audio: { codec: 'aac', bitrate: 128_000 },
    tags: {},
    showWarnings: false,
  });
  const lost = conversion.discardedTracks.some(({ reason }) => reason !== 'discarded_by_user');
  if (!conversion.isValid || lost) throw new Refused('unsupported');
  await conversion.execute();
}

interface Poster {
  png: Buffer;
  /** Mean of the brightest channel, 0 to 255. */
  light: number;
}

/** Decodes frames at several positions; the first that is not dark becomes the poster. Returns the display size. */
async function drawPoster(track: InputVideoTrack, seconds: number, path: string) {
  const sink = new VideoSampleSink(track);
  const start = await track.getFirstTimestamp();
  let poster: Poster | null = null;
  for (const share of posterPositions) {
    const sample = await sink.getSample(start + seconds * share);
    if (!sample) throw new Refused('unreadable');
    if (poster === null || poster.light < darkBelow) {
      const drawn = await draw(sample);
      if (poster === null || drawn.light > poster.light) poster = drawn;
    }
    sample.close();
  }
  if (poster === null) throw new Refused('unreadable');
  await writeFile(path, poster.png);
  return { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
}

/** The DOM types lack this format. */
const asRgb: object = { format: 'RGBX' };

async function draw(sample: VideoSample): Promise<Poster> {
  const { codedWidth: width, codedHeight: height, rotation } = sample;
  const data = new Uint8Array(sample.allocationSize(asRgb));
  await sample.copyTo(data, asRgb);
  const unrotated = await imageLibrary()(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize({ width: sample.squarePixelWidth, height: sample.squarePixelHeight, fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const png = await openUploadedPicture(unrotated).rotate(rotation).png({ compressionLevel: 1 }).toBuffer();
  const { channels } = await openUploadedPicture(unrotated).stats();
  return { png, light: Math.max(...channels.map(({ mean }) => mean)) };
}

const [task] = process.argv.slice(2);
registerMediabunnyServer({ hardwareContext: null });
let outcome: Outcome | { ready: true };
if (task === undefined) outcome = { ready: true };
else {
  const parsedTask = JSON.parse(task) as ClipTask;
  await watchProcess(parsedTask);
  outcome = await prepare(parsedTask).catch((error: unknown): Outcome => {
    if (error instanceof Refused) return { refused: error.kind };
    if (error instanceof TooLong) return { refused: 'too-long' };
    process.stderr.write(`${String(error)}\n`);
    return { refused: 'unreadable' };
  });
}
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0));
