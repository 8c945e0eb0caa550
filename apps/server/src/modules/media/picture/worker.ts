import type { Pdq } from '@vlam/contract/rules/pdq';
import { openUploadedPicture } from '../../../platform/imagery/sharp.ts';
import { watchProcess } from '../clip/watch.ts';
import { hexOf, printsOf } from '../prints/prints.ts';
import { decodeUpload, fromRaw, PictureRefused, toRaw } from '../process-image.ts';
import { createFrameReader, writeFrame } from './frames.ts';
import type { PictureAnswer, PictureLimits, PictureQuestion, PictureTask, RefusedAnswer } from './tasks.ts';

// A separate program: a picture made to break a decoder ends this process, and finds nothing in it but pictures.

type Answered<Task extends PictureTask> = readonly [PictureAnswer<Task>, readonly Buffer[]];
const view = (print: Pdq) => ({ bits: hexOf(print), quality: print.quality });

const answers: { [Task in PictureTask]: (sent: Buffer, size: PictureQuestion['size']) => Promise<Answered<Task>> } = {
  async picture(sent) {
    const { data, ...size } = await decodeUpload(sent);
    return [size, [data]];
  },
  async pixels(sent) {
    const { data, ...size } = await toRaw(openUploadedPicture(sent).autoOrient());
    return [size, [data]];
  },
  async prints(data, size) {
    if (!size) throw new Error('pixels without their size');
    const { upright, mirrored, turned } = await printsOf(fromRaw({ data, ...size }));
    return [{ upright: view(upright), mirrored: view(mirrored), turned: turned.map(view) }, []];
  },
};

const { maxMemory } = JSON.parse(process.argv[2] ?? '') as PictureLimits;

async function answer({ task, size }: PictureQuestion, sent: Buffer): Promise<void> {
  const [header, parts] = await answers[task](sent, size).catch(
    (error: unknown): readonly [RefusedAnswer, readonly Buffer[]] => [
      { refused: error instanceof PictureRefused ? error.kind : 'unreadable' },
      [],
    ],
  );
  // Libraries keep some of the memory of a large picture: another program starts small.
  const isLast = process.memoryUsage.rss() > maxMemory / 2;
  writeFrame(process.stdout, { ...header, isLast }, parts);
}

// Its time is limited by picture, where it is asked.
await watchProcess({ maxMemory, maxMs: Number.POSITIVE_INFINITY });
const read = createFrameReader();
process.stdin.on('data', (chunk) => {
  for (const { header, parts } of read(chunk)) void answer(header as PictureQuestion, parts[0] as Buffer);
});
process.stdin.on('end', () => process.exit(0));
// It takes tasks from now on.
writeFrame(process.stdout, { ready: true });
