import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ADTS,
  FilePathSource,
  FLAC,
  Input,
  type InputFormat,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import * as av from 'node-av';
import { imageLibrary } from '../../../platform/imagery/sharp.ts';
import { watchProcess } from '../clip/watch.ts';
import { hexOf, printsOf } from '../prints/prints.ts';
import { UnsupportedCodec } from './decoder.ts';
import { encodeSound } from './encode-sound.ts';
import { encodeVideo, type Stills, TooLong } from './encode-video.ts';
import { segmentSecondsFor } from './ladder.ts';
import {
  type EncodedStream,
  type StreamOutcome,
  type StreamRefusal,
  type StreamTask,
  streamPosterName,
} from './outcome.ts';

// A separate program, as for clips: a file made to break a decoder ends this process and no other.

const pictureFormats: InputFormat[] = [MP4, QTFF, WEBM, MATROSKA];
const soundFormats: InputFormat[] = [...pictureFormats, MP3, WAVE, OGG, ADTS, FLAC];
const soundSegmentSeconds = 4;
/** Of 255. */
const darkBelow = 16;
/** A plainer frame resembles many others. */
const minQuality = 50;
/** One in so many stored hashes is asked. */
const askedShare = 2;
/** Share of the progress that the sound takes beside a picture. */
const soundShare = 0.1;

class Refused extends Error {
  readonly kind: StreamRefusal;
  constructor(kind: StreamRefusal) {
    super(kind);
    this.kind = kind;
  }
}

let lastPercent = -1;
function report(share: number): void {
  const percent = Math.min(99, Math.floor(share * 100));
  if (percent <= lastPercent) return;
  lastPercent = percent;
  process.stdout.write(`${JSON.stringify({ progress: percent })}\n`);
}

async function encode(task: StreamTask): Promise<EncodedStream> {
  const isVideo = task.kind === 'video';
  const input = new Input({
    source: new FilePathSource(task.input),
    formats: isVideo ? pictureFormats : soundFormats,
  });
  if (!(await input.canRead())) throw new Refused('unsupported');
  const [pictures, sound] = await Promise.all([
    isVideo ? input.getPrimaryVideoTrack() : null,
    input.getPrimaryAudioTrack(),
  ]);
  if (isVideo ? !pictures : !sound) throw new Refused('unsupported');
  const stated = await input.getDurationFromMetadata();
  if (stated !== null && stated > task.maxSeconds) throw new Refused('too-long');
  const duration = stated ?? (await input.computeDuration());
  if (!(duration > 0)) throw new Refused('unreadable');
  const firsts = await Promise.all([pictures?.getFirstTimestamp() ?? 0, sound?.getFirstTimestamp() ?? 0]);
  const { folder, maxSeconds } = task;
  const common = {
    folder,
    maxSeconds,
    seconds: duration,
    segmentSeconds: pictures ? segmentSecondsFor(duration) : soundSegmentSeconds,
    shiftSeconds: -Math.min(0, ...firsts),
  };
  const encodedSound = sound
    ? await encodeSound({
        ...common,
        track: sound,
        onProgress: (share) => report(share * (pictures ? soundShare : 1)),
      })
    : null;
  const size = pictures && (await sizeOf(pictures, task.maxSide));
  const stills = createStills();
  const encodedVideo =
    pictures && size
      ? await encodeVideo({
          ...common,
          track: pictures,
          size,
          stills,
          onProgress: (share) => report(soundShare + share * (1 - soundShare)),
        })
      : null;
  if (encodedVideo) await stills.writePoster(join(folder, streamPosterName));
  const tracks = [...(encodedSound ? [encodedSound.track] : []), ...(encodedVideo?.tracks ?? [])];
  if (tracks.some(({ segmentSizes }) => segmentSizes.length === 0)) throw new Refused('unreadable');
  return {
    durationMs: Math.round(Math.max(encodedSound?.seconds ?? 0, encodedVideo?.seconds ?? 0) * 1000),
    width: size?.width ?? null,
    height: size?.height ?? null,
    tracks,
    peaks: encodedSound?.peaks ?? null,
    ...stills.prints,
  };
}

async function sizeOf(track: InputVideoTrack, maxSide: number) {
  const [coded, codedHigh, width, height] = await Promise.all([
    track.getCodedWidth(),
    track.getCodedHeight(),
    track.getDisplayWidth(),
    track.getDisplayHeight(),
  ]);
  const sides = [coded, codedHigh, width, height];
  if (sides.some((side) => side > maxSide)) throw new Refused('too-large');
  if (sides.some((side) => side < 16)) throw new Refused('unsupported');
  return { width, height };
}

function createStills() {
  const prints = { asked: [] as string[], listed: [] as string[] };
  let poster: { png: Buffer; light: number } | null = null;
  let candidates = 0;
  let compared = 0;
  const open = (frame: av.Frame) =>
    imageLibrary()(frame.toBuffer(), { raw: { width: frame.width, height: frame.height, channels: 3 } });
  const stills: Stills = {
    async poster(frame) {
      candidates += 1;
      // The first frame is often black or blurred: the second is asked first, which is a tenth on.
      const isEnough = poster !== null && poster.light >= darkBelow && candidates > 2;
      if (isEnough) return;
      const picture = open(frame);
      const { channels } = await picture.stats();
      const light = Math.max(...channels.map(({ mean }) => mean));
      if (poster === null || candidates === 2 || light > poster.light)
        if (poster === null || light >= darkBelow || light > poster.light)
          poster = { png: await picture.png({ compressionLevel: 1 }).toBuffer(), light };
    },
    async print(frame) {
      const { upright, mirrored, turned } = await printsOf(open(frame));
      compared += 1;
      if (upright.quality < minQuality) return;
      prints.listed.push(hexOf(upright));
      if (compared % askedShare === 1) prints.asked.push(...[upright, mirrored, ...turned].map(hexOf));
    },
  };
  return {
    ...stills,
    prints,
    async writePoster(path: string) {
      if (!poster) throw new Refused('unreadable');
      await writeFile(path, poster.png);
    },
  };
}

const [argument] = process.argv.slice(2);
av.Log.setLevel(av.AV_LOG_QUIET);
let outcome: StreamOutcome | { ready: true };
if (argument === undefined) outcome = { ready: true };
else {
  const task = JSON.parse(argument) as StreamTask;
  await watchProcess(task);
  outcome = await encode(task).catch((error: unknown): StreamOutcome => {
    if (error instanceof Refused) return { refused: error.kind };
    if (error instanceof TooLong) return { refused: 'too-long' };
    if (error instanceof UnsupportedCodec) return { refused: 'unsupported' };
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return { refused: 'unreadable' };
  });
}
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0));
