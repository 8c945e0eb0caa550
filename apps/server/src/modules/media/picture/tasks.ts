import { pictureBounds } from '@vlam/contract/rules/picture-bounds';
import { z } from 'zod';

/**
 * What the programs are asked: an upload within the largest size, an upload as large as it is, or the hashes of pixels.
 * One that opened an upload is never asked for hashes.
 */
export type PictureTask = 'picture' | 'pixels' | 'prints';

/** With the bytes: `size` belongs to pixels. */
export interface PictureQuestion {
  task: PictureTask;
  size?: { width: number; height: number } | undefined;
}

/** On the program's command line. */
export interface PictureLimits {
  maxMemory: number;
}

const side = z.int().min(1);
const print = z.object({ bits: z.hex().length(64), quality: z.number() });

/** Answers of a program that a picture may have taken over: nothing beyond these is believed. */
export const pictureAnswers = {
  picture: z.object({ width: side.max(pictureBounds.width), height: side.max(pictureBounds.height) }),
  prints: z.object({ upright: print, mirrored: print, turned: z.array(print).max(6) }),
  pixels: z.object({ width: side, height: side }),
} as const satisfies Record<PictureTask, z.ZodType>;
export type PictureAnswer<Task extends PictureTask> = z.output<(typeof pictureAnswers)[Task]>;

export const refusedAnswer = z.object({ refused: z.enum(['unsupported', 'too-many-pixels', 'unreadable']) });
export type RefusedAnswer = z.output<typeof refusedAnswer>;
