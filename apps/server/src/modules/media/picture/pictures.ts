import type { Pdq, Turns } from '@vlam/contract/rules/pdq';
import { sniffPicture } from '../../../platform/imagery/sharp.ts';
import { createConcurrencyLimit } from '../concurrency-limit.ts';
import { ProgramKilled } from '../confined.ts';
import {
  fileName,
  type PictureFormat,
  PictureRefused,
  type ProcessedPicture,
  pictureFormats,
} from '../process-image.ts';
import type { RawPicture } from '../tints.ts';
import type { Frame } from './frames.ts';
import { type PictureProgram, ProgramBroken, picturePrograms } from './program.ts';
import { type PictureAnswer, type PictureTask, pictureAnswers, refusedAnswer } from './tasks.ts';

/** As many as pictures that are processed together. */
const maxPrograms = 2;
/** Something else ended the program so often that it may be the picture after all. */
const maxTries = 3;
/** Each holds some 100 MB. */
const idleMs = 60_000;

export interface Pictures {
  /**
   * Every size of an uploaded picture, upright and without metadata. Throws `PictureRefused` for a file that is no
   * picture, too large or broken, and for one that ends the program that opens it.
   */
  processImage(sent: Buffer): Promise<ProcessedPicture>;
  /** Hashes of an uploaded picture in all eight positions. Throws `PictureRefused`. */
  printsOfUpload(sent: Buffer): Promise<Turns>;
  /** The pixels of a picture that was sent in, upright. Throws `PictureRefused`. */
  pixelsOfUpload(sent: Buffer): Promise<RawPicture>;
}

/** Has pictures opened by up to two programs of their own, each one picture at a time. */
export function createPictures(start: () => Promise<PictureProgram> = picturePrograms.start): Pictures {
  const programs = createPrograms(start);

  async function ask<Task extends PictureTask>(task: Task, sent: Buffer) {
    if (sniffPicture(sent) === null) throw new PictureRefused('unsupported');
    const { header, parts } = await programs.ask(task, sent);
    const refused = refusedAnswer.safeParse(header);
    if (refused.success) throw new PictureRefused(refused.data.refused);
    const answer = pictureAnswers[task].safeParse(header);
    if (!answer.success) throw new PictureRefused('unreadable', answer.error);
    return { answer: answer.data as PictureAnswer<Task>, parts };
  }

  return {
    async processImage(sent) {
      const { answer, parts } = await ask('sizes', sent);
      const names = answer.widths.flatMap((width) => pictureFormats.map((format) => ({ width, format })));
      if (parts.length !== names.length) throw new PictureRefused('unreadable');
      const files = names.map(({ width, format }, index) => {
        const bytes = parts[index] as Buffer;
        if (!begins[format](bytes)) throw new PictureRefused('unreadable');
        // A copy: the part would keep all of its frame.
        return { name: fileName(width, format), bytes: Buffer.from(bytes) };
      });
      return { ...answer, files };
    },
    async printsOfUpload(sent) {
      const { upright, mirrored, turned } = (await ask('prints', sent)).answer;
      return { upright: pdqOf(upright), mirrored: pdqOf(mirrored), turned: turned.map(pdqOf) };
    },
    async pixelsOfUpload(sent) {
      const { answer, parts } = await ask('pixels', sent);
      const [data] = parts;
      if (data?.length !== answer.width * answer.height * 3) throw new PictureRefused('unreadable');
      return { ...answer, data };
    },
  };
}

const begins: Record<PictureFormat, (bytes: Buffer) => boolean> = {
  webp: (bytes) => sniffPicture(bytes) === 'webp',
  avif: (bytes) => bytes.toString('latin1', 4, 12) === 'ftypavif',
};

const pdqOf = ({ bits, quality }: PictureAnswer<'prints'>['upright']): Pdq => ({
  bits: Buffer.from(bits, 'hex'),
  quality,
});

function createPrograms(start: () => Promise<PictureProgram>) {
  const limitPrograms = createConcurrencyLimit(maxPrograms);
  const idle: { program: PictureProgram; ends: NodeJS.Timeout }[] = [];

  function takeIdle(): PictureProgram | null {
    for (let found = idle.pop(); found; found = idle.pop()) {
      clearTimeout(found.ends);
      if (found.program.isUsable()) return found.program;
      found.program.end();
    }
    return null;
  }

  function giveBack(program: PictureProgram): void {
    if (!program.isUsable()) {
      program.end();
      return;
    }
    const ends = setTimeout(() => {
      idle.splice(
        idle.findIndex((one) => one.program === program),
        1,
      );
      program.end();
    }, idleMs).unref();
    idle.push({ program, ends });
  }

  async function askOne(task: PictureTask, sent: Buffer): Promise<Frame> {
    for (let tries = 1; ; tries += 1) {
      const program = takeIdle() ?? (await start());
      try {
        const frame = await program.ask(task, sent);
        giveBack(program);
        return frame;
      } catch (error) {
        program.end();
        const isKilled = error instanceof ProgramKilled;
        if (isKilled && tries < maxTries) continue;
        if (isKilled || error instanceof ProgramBroken) throw new PictureRefused('unreadable', error);
        throw error;
      }
    }
  }

  return { ask: (task: PictureTask, sent: Buffer) => limitPrograms(() => askOne(task, sent)) };
}

/** Those of this process. */
export const { processImage, printsOfUpload, pixelsOfUpload } = createPictures();
