import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FilePathSource, Input, MP4 } from 'mediabunny';
import * as av from 'node-av';
import { watchProcess } from '../clip/watch.ts';
import { decodeTrack, succeeded } from '../stream/decoder.ts';
import { createPictureEncoder, type Encoder, pictureCodec } from '../stream/encoder.ts';
import { rungOf } from '../stream/ladder.ts';
import { createTrackWriter, type TrackWriter } from '../stream/track-writer.ts';
import { variantsOf } from './code.ts';
import { type EncodedVariant, seedName, type VariantOutcome, type VariantTask, variantName } from './outcome.ts';
import { addPattern, type Light, segmentPattern } from './pattern.ts';

// A separate program, as for uploads: hours of encoding keep no other work waiting, and its limits are its own.

interface Output {
  variant: number;
  encoder: Encoder;
  writer: TrackWriter;
  pattern: Int8Array;
}

/** Decodes a rung and encodes each of its variants frame by frame, with key frames at the same places. */
async function encodeVariants(task: VariantTask): Promise<EncodedVariant[]> {
  const seed = await readFile(join(task.folder, seedName));
  const input = new Input({ source: new FilePathSource(task.input), formats: [MP4] });
  const picture = await input.getPrimaryVideoTrack();
  if (!picture) throw new Error('the rung has no picture');
  const rung = rungOf(task.track);
  const segmentFrames = Math.round(((task.track.segmentMs[0] ?? 0) * rung.frameRate) / 1000);
  const outputs: Output[] = [];
  for (const variant of variantsOf(task.layers))
    outputs.push({
      variant,
      encoder: createPictureEncoder(rung, segmentFrames),
      writer: await createTrackWriter(
        task.folder,
        variantName(rung.name, variant),
        'video',
        { codec: pictureCodec(rung), codedWidth: rung.width, codedHeight: rung.height },
        segmentFrames / rung.frameRate,
      ),
      pattern: new Int8Array(),
    });
  let count = 0;
  try {
    for await (const frame of decodeTrack(picture, 0)) {
      const plain = lightOf(frame);
      plain.data = Buffer.from(plain.data);
      for (const output of outputs) {
        if (count % segmentFrames === 0)
          output.pattern = segmentPattern(seed, count / segmentFrames, output.variant, {
            ...rung,
            layers: task.layers,
          });
        // A copy of its own, with rows of another length: decoder and encoders still hold the last one.
        succeeded(frame.makeWritable(), 'copy a frame');
        addPattern(plain, lightOf(frame), output.pattern, rung);
        frame.pts = BigInt(count);
        frame.pictType = av.AV_PICTURE_TYPE_NONE;
        for (const packet of await output.encoder.encode(frame)) await output.writer.write(packet);
      }
      count += 1;
    }
    const variants: EncodedVariant[] = [];
    for (const { variant, encoder, writer } of outputs) {
      for (const packet of await encoder.encode(null)) await writer.write(packet);
      const { byteSize, initSize, segmentSizes } = await writer.finish();
      if (segmentSizes.length !== task.track.segmentMs.length)
        throw new Error('segments differ from those of the rung');
      variants.push({ track: rung.name, variant, byteSize, initSize, segmentSizes });
    }
    return variants;
  } finally {
    for (const { encoder } of outputs) encoder.free();
  }
}

function lightOf(frame: av.Frame): Light {
  const [data] = frame.data ?? [];
  const [stride] = frame.linesize;
  if (!data || !stride) throw new Error('a frame without light');
  return { data, stride };
}

av.Log.setLevel(av.AV_LOG_QUIET);
const task = JSON.parse(process.argv[2] ?? '{}') as VariantTask;
await watchProcess(task);
const outcome: VariantOutcome = await encodeVariants(task).then(
  (variants) => ({ variants }),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return { refused: 'unreadable' as const };
  },
);
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0));
