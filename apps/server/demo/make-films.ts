// Makes `films/`, the sample videos and sounds: light and tones drawn by code, encoded by the program that encodes
// members' uploads. Needs the FFmpeg bindings: `node apps/server/demo/make-films.ts [name …]`

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerMediabunnyServer } from '@mediabunny/server';
import { AudioSample, AudioSampleSource, BufferTarget, Mp4OutputFormat, Output, VideoSampleSource } from 'mediabunny';
import { processImage } from '../src/modules/media/picture/pictures.ts';
import { streamPosterName, trackFileName } from '../src/modules/media/stream/outcome.ts';
import { processStream } from '../src/modules/media/stream/process-stream.ts';
import { type AbstractFamily, abstractPictureSvg } from '../src/platform/imagery/abstract-picture.ts';
import { imageLibrary, openDrawing } from '../src/platform/imagery/sharp.ts';
import { type FilmIndex, filmsFolder } from './film-files.ts';
import { type Tone, tones, wavOf } from './make-tones.ts';
import { addFrame } from './wandering-light.ts';

interface Sketch {
  name: string;
  seconds: number;
  tone: Tone;
  /** Two pictures, one drifting over the other; null for sound alone. */
  picture: { families: readonly [AbstractFamily, AbstractFamily]; palette: number } | null;
}

const sketches: readonly Sketch[] = [
  { name: 'tide', seconds: 8, tone: 'surf', picture: { families: ['horizon', 'smoke'], palette: 2 } },
  { name: 'lantern', seconds: 10, tone: 'hum', picture: { families: ['lamp', 'curtain'], palette: 1 } },
  { name: 'drift', seconds: 16, tone: 'surf', picture: { families: ['smoke', 'discs'], palette: 4 } },
  { name: 'arcade', seconds: 18, tone: 'hum', picture: { families: ['discs', 'window-light'], palette: 5 } },
  { name: 'rain', seconds: 20, tone: 'rain', picture: null },
  { name: 'bowls', seconds: 24, tone: 'bowls', picture: null },
];

const framesPerSecond = 20;
const shown = { width: 360, height: 450 } as const;
/** The pictures are larger than the frame: the view wanders over them. */
const drawn = { width: 560, height: 700 } as const;
const sampleRate = 48_000;

registerMediabunnyServer({ hardwareContext: null });

/** One turn of the light: it ends where it began, so a player that repeats it shows no seam. */
async function frameAt(pictures: readonly [Buffer, Buffer], turn: number): Promise<Buffer> {
  const place = (phase: number) => ({
    left: Math.round(((drawn.width - shown.width) / 2) * (1 - Math.cos(turn + phase))),
    top: Math.round(((drawn.height - shown.height) / 2) * (1 + Math.sin(turn + phase))),
    ...shown,
  });
  const cut = (picture: Buffer, phase: number) =>
    imageLibrary()(picture, { raw: { ...drawn, channels: 3 } }).extract(place(phase));
  const light = await cut(pictures[1], Math.PI)
    .modulate({ brightness: 0.5 + 0.35 * Math.sin(turn) })
    .raw()
    .toBuffer();
  return cut(pictures[0], 0)
    .composite([{ input: light, raw: { ...shown, channels: 3 }, blend: 'screen' }])
    .ensureAlpha()
    .raw()
    .toBuffer();
}

async function film({ name, seconds, tone, picture }: Sketch & { picture: object }): Promise<Buffer> {
  const draw = (family: AbstractFamily) =>
    openDrawing(abstractPictureSvg(name, { ...drawn, palette: picture.palette, family }))
      .removeAlpha()
      // The grain of the drawings would take most of the bytes.
      .blur(1.6)
      .raw()
      .toBuffer();
  const pictures = [await draw(picture.families[0]), await draw(picture.families[1])] as const;
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new VideoSampleSource({ codec: 'avc', bitrate: 1_500_000, keyFrameInterval: 4 });
  const sound = new AudioSampleSource({ codec: 'aac', bitrate: 96_000 });
  output.addVideoTrack(source);
  output.addAudioTrack(sound);
  await output.start();
  const samples = tones(tone, seconds, sampleRate);
  const sample = new AudioSample({ data: samples, format: 'f32', numberOfChannels: 1, sampleRate, timestamp: 0 });
  await sound.add(sample);
  sample.close();
  const frames = seconds * framesPerSecond;
  for (let frame = 0; frame < frames; frame += 1) {
    const data = await frameAt(pictures, (2 * Math.PI * frame) / frames);
    await addFrame(source, data, { ...shown, frame, framesPerSecond });
  }
  await output.finalize();
  if (!target.buffer) throw new Error(`${name} was not encoded`);
  return Buffer.from(target.buffer);
}

async function make(sketch: Sketch): Promise<void> {
  const { name, picture } = sketch;
  const work = await mkdtemp(join(tmpdir(), 'vlam-films-'));
  const folder = join(filmsFolder, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const input = join(work, 'source');
    await writeFile(
      input,
      picture ? await film({ ...sketch, picture }) : wavOf(tones(sketch.tone, sketch.seconds, sampleRate), sampleRate),
    );
    const kind = picture ? 'video' : 'audio';
    const made = join(work, 'made');
    await mkdir(made);
    const stream = await processStream({ kind, input, folder: made, onProgress: () => {} });
    for (const track of stream.tracks)
      await writeFile(join(folder, trackFileName(track.name)), await readFile(join(made, trackFileName(track.name))));
    const poster = picture ? await processImage(await readFile(join(made, streamPosterName))) : null;
    for (const file of poster?.files ?? []) await writeFile(join(folder, file.name), file.bytes);
    const { asked: _asked, ...stored } = stream;
    const index: FilmIndex = {
      kind,
      ...stored,
      widths: poster?.widths ?? [],
      tints: poster?.tints ?? [],
      files: [
        ...stream.tracks.map((track) => trackFileName(track.name)),
        ...(poster?.files ?? []).map((one) => one.name),
      ],
    };
    await writeFile(join(folder, 'index.json'), `${JSON.stringify(index, null, 1)}\n`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2);
for (const sketch of sketches) if (wanted.length === 0 || wanted.includes(sketch.name)) await make(sketch);
