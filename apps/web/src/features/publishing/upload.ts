import type { UploadStep } from '../../lib/uploads/item.ts';
import type { Uploads } from '../../lib/uploads/use-uploads.ts';

/**
 * The files of the form: how far the slowest of them is, and a picture of the first. `broken`: one of them was refused,
 * or must be chosen again.
 */
export type UploadState =
  | { step: 'none' }
  | { step: 'broken' }
  | { step: UploadStep; address: string; holds: { pictures: number; videos: number } };

export interface FileUploads {
  uploads: Uploads;
  /** Another number for every choice of files and their order, so that another one is another idempotency key. */
  pick(): number;
  /** Resolves to the media ids in order; rejects when one was removed, paused or failed. */
  whenReady(): Promise<string[]>;
  /** Clears the list of files, which belong to an item now. */
  release(): void;
}
