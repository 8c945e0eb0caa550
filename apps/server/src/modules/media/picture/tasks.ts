import { pictureBounds } from '@vlam/contract/media';
import { z } from 'zod';

/** What the program that opens pictures is asked: all sizes, the hashes, or the pixels of one. */
export type PictureTask = 'sizes' | 'prints' | 'pixels';

/** On the program's command line. */
export interface PictureLimits {
  maxMemory: number;
}

const side = z.int().min(1);
const print = z.object({ bits: z.hex().length(64), quality: z.number() });

/** Answers of a program that a picture may have taken over: nothing beyond these is believed. */
export const pictureAnswers = {
  sizes: z.object({
    width: side.max(pictureBounds.width),
    height: side.max(pictureBounds.height),
    widths: z.array(side.max(pictureBounds.width)).min(1).max(3),
    tints: z.array(z.string().regex(/^#[0-9a-f]{6}$/)).max(6),
  }),
  prints: z.object({ upright: print, mirrored: print, turned: z.array(print).max(6) }),
  pixels: z.object({ width: side, height: side }),
} as const satisfies Record<PictureTask, z.ZodType>;
export type PictureAnswer<Task extends PictureTask> = z.output<(typeof pictureAnswers)[Task]>;

export const refusedAnswer = z.object({ refused: z.enum(['unsupported', 'too-many-pixels', 'unreadable']) });
export type RefusedAnswer = z.output<typeof refusedAnswer>;
