import {
  AdtsOutputFormat,
  type AudioCodec,
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  FlacOutputFormat,
  type MetadataTags,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
} from 'mediabunny';

const formats = {
  mp3: [() => new Mp3OutputFormat(), 'mp3'],
  m4a: [() => new Mp4OutputFormat({ fastStart: false }), 'aac'],
  wav: [() => new WavOutputFormat(), 'pcm-s16'],
  ogg: [() => new OggOutputFormat(), 'opus'],
  flac: [() => new FlacOutputFormat(), 'flac'],
  aac: [() => new AdtsOutputFormat(), 'aac'],
} as const satisfies Record<string, readonly [() => OutputFormat, AudioCodec]>;

/** Every kind of sound that is taken, beside WebM. */
export const soundKinds = Object.keys(formats) as (keyof typeof formats)[];

/** A tone of one second. */
export async function aSound(kind: keyof typeof formats, tags: MetadataTags): Promise<Buffer> {
  // Optional package: callers have checked that clips work.
  const { registerMediabunnyServer } = await import('@mediabunny/server');
  registerMediabunnyServer({ hardwareContext: null });
  const [format, codec] = formats[kind];
  const target = new BufferTarget();
  const output = new Output({ format: format(), target });
  const source = new AudioSampleSource({ codec, bitrate: 64_000 });
  output.addAudioTrack(source);
  if (kind !== 'aac') output.setMetadataTags(tags);
  await output.start();
  for (let part = 0; part < 10; part += 1) {
    const sample = new AudioSample({
      data: Float32Array.from({ length: 4_800 }, (_, index) => Math.sin((part * 4_800 + index) / 30) * 0.2),
      format: 'f32',
      numberOfChannels: 1,
      sampleRate: 48_000,
      timestamp: part / 10,
    });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}
