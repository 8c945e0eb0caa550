import type { FileRefusal, UploadKind } from './file-rules.ts';

/**
 * `reducing`: a smaller copy is made on this device. `stopped`: the connection was lost, and it goes on by itself.
 * `missing`: the page was left, and the file must be chosen again. `preparing`: it arrived, and the server works on it.
 */
export type UploadStep =
  | 'missing'
  | 'waiting'
  | 'reducing'
  | 'sending'
  | 'stopped'
  | 'paused'
  | 'preparing'
  | 'ready'
  | 'failed';

/** A file of the upload queue. */
export interface UploadItem {
  id: string;
  /** The form it belongs to. */
  scope: string;
  kind: UploadKind;
  /** Null after a reload. */
  file: File | null;
  /** Object URL of the file; empty without one. */
  previewUrl: string;
  step: UploadStep;
  /** Bytes of the chosen file. */
  fileBytes: number;
  /** When the chosen file was last changed, in milliseconds since 1970. */
  modifiedAt: number;
  /** Bytes that travel: of the file, or of its smaller copy. */
  byteSize: number;
  sentBytes: number;
  /** Progress of the smaller copy from 0 to 1. */
  reduced: number;
  mediaId: string | null;
  /** Percent of the server's work on a published video or sound; null otherwise. */
  prepared: number | null;
  /** Why this device did not send it. */
  refusal: FileRefusal | null;
  /** The server's reason for refusing it. */
  reason: string | null;
}

/** Was on the server before it was chosen: of the library, or of a stored item. */
export const isStored = ({ step, fileBytes }: UploadItem): boolean => step === 'ready' && fileBytes === 0;

/** Bytes that the smaller copy saves; 0 when the original travels. */
export const savedBytesOf = ({ fileBytes, byteSize, step }: UploadItem): number =>
  step === 'missing' || step === 'waiting' ? 0 : Math.max(0, fileBytes - byteSize);

export interface UploadTotals {
  count: number;
  ready: number;
  sentBytes: number;
  byteSize: number;
  savedBytes: number;
  /** From 0 to 1. */
  progress: number;
  /** Some wait, travel or are prepared. */
  isActive: boolean;
  /** Some were paused, and none is active. */
  isPaused: boolean;
}

const active = new Set<UploadStep>(['waiting', 'reducing', 'sending', 'stopped', 'preparing']);

export const isActive = ({ step }: UploadItem): boolean => active.has(step);

/** Totals of the files that this device sends. */
export function totalsOf(all: readonly UploadItem[]): UploadTotals {
  const items = all.filter((item) => item.refusal === null && !isStored(item));
  const sum = (part: (item: UploadItem) => number) => items.reduce((total, item) => total + part(item), 0);
  const byteSize = sum((item) => item.byteSize);
  const sentBytes = sum((item) => item.sentBytes);
  const anyActive = items.some(isActive);
  return {
    count: items.length,
    ready: items.filter(({ step }) => step === 'ready').length,
    sentBytes,
    byteSize,
    savedBytes: sum(savedBytesOf),
    progress: byteSize === 0 ? 0 : sentBytes / byteSize,
    isActive: anyActive,
    isPaused: !anyActive && items.some(({ step }) => step === 'paused'),
  };
}
