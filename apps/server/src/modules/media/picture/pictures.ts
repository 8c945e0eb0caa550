import type { Pdq, Turns } from '@vlam/contract/rules/pdq';
import { sniffPicture } from '../../../platform/imagery/sharp.ts';
import { createConcurrencyLimit } from '../concurrency-limit.ts';
import { ProgramKilled } from '../confined.ts';
import { makeSizes, PictureRefused, type ProcessedPicture } from '../process-image.ts';
import type { RawPicture } from '../tints.ts';
import type { Frame } from './frames.ts';
import { type PictureProgram, ProgramBroken, picturePrograms } from './program.ts';
import { type PictureAnswer, type PictureQuestion, pictureAnswers, refusedAnswer } from './tasks.ts';

/** As many as pictures that are processed together. */
const maxPrograms = 2;
/** Something else ended the program so often that it may be the picture after all. */
const maxTries = 3;
/** Each holds some 100 MB. */
const idleMs = 60_000;

export interface Pictures {
  /**
   * The pixels of an uploaded picture within the largest size, upright: what is stored, and hashed, is made of these
   * alone. Throws `PictureRefused` for a file that is no picture, too large or broken, and for one that ends the program
   * that opens it.
   */
  openUpload(sent: Buffer): Promise<RawPicture>;
  /** Every size of an uploaded picture. Throws as `openUpload`. */
  processImage(sent: Buffer): Promise<ProcessedPicture>;
  /** All pixels of a picture that was sent in, upright. Throws `PictureRefused`. */
  pixelsOfUpload(sent: Buffer): Promise<RawPicture>;
  /** Hashes of a picture in all eight positions, by a program that has opened no file. */
  printsOfPixels(picture: RawPicture): Promise<Turns>;
}

/**
 * Has pictures opened by up to two programs of their own, each one picture at a time, and hashed by up to two others: a
 * picture that takes over the program that opens it can return other pixels, but not another hash of them.
 */
export function createPictures(start: () => Promise<PictureProgram> = picturePrograms.start): Pictures {
  const openers = createPrograms(start);
  const hashers = createPrograms(start);

  async function open(task: 'picture' | 'pixels', sent: Buffer): Promise<RawPicture> {
    if (sniffPicture(sent) === null) throw new PictureRefused('unsupported');
    const { header, parts } = await openers.ask({ task }, sent).catch((error: unknown) => {
      throw isPicturesFault(error) ? new PictureRefused('unreadable', error) : error;
    });
    const refused = refusedAnswer.safeParse(header);
    if (refused.success) throw new PictureRefused(refused.data.refused);
    const size = pictureAnswers[task].safeParse(header);
    const [data] = parts;
    if (!size.success || data?.length !== size.data.width * size.data.height * 3)
      throw new PictureRefused('unreadable', size.error);
    return { ...size.data, data };
  }
  const openUpload = (sent: Buffer) => open('picture', sent);

  return {
    openUpload,
    processImage: async (sent) => makeSizes(await openUpload(sent)),
    pixelsOfUpload: (sent) => open('pixels', sent),
    async printsOfPixels({ data, width, height }) {
      // A failure is thrown on: a picture without a hash must not count as one that looks like nothing.
      const { header } = await hashers.ask({ task: 'prints', size: { width, height } }, data);
      const { upright, mirrored, turned } = pictureAnswers.prints.parse(header);
      return { upright: pdqOf(upright), mirrored: pdqOf(mirrored), turned: turned.map(pdqOf) };
    },
  };
}

const isPicturesFault = (error: unknown) => error instanceof ProgramKilled || error instanceof ProgramBroken;

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

  async function askOne(question: PictureQuestion, sent: Buffer): Promise<Frame> {
    for (let tries = 1; ; tries += 1) {
      const program = takeIdle() ?? (await start());
      try {
        const frame = await program.ask(question, sent);
        giveBack(program);
        return frame;
      } catch (error) {
        program.end();
        if (error instanceof ProgramKilled && tries < maxTries) continue;
        throw error;
      }
    }
  }

  return {
    /** Throws `ProgramKilled` after its last try, or `ProgramBroken`. */
    ask: (question: PictureQuestion, sent: Buffer) => limitPrograms(() => askOne(question, sent)),
  };
}

/** Those of this process. */
export const { openUpload, processImage, printsOfPixels, pixelsOfUpload } = createPictures();
