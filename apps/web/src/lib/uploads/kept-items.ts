import { deleteDraft, readDraft, saveDraft } from '../draft.ts';
import type { UploadKind } from './file-rules.ts';

/**
 * What a reload needs of a file to go on. It is identified by size and date, never by its name, which can contain a
 * person's name.
 */
export interface KeptItem {
  kind: UploadKind;
  fileBytes: number;
  modifiedAt: number;
  /** Bytes that travel. */
  byteSize: number;
  /** SHA-256 of a smaller copy; null when the file itself travels. Another copy cannot continue the same upload. */
  digest: string | null;
  /** Upload URL; null before the server has reserved one. */
  address: string | null;
  /** Set once the upload is complete. */
  mediaId: string | null;
}

const nameOf = (scope: string) => `uploads:${scope}`;

/** Files of this form that an earlier page of this tab had begun to send. */
export const readKeptItems = (scope: string): KeptItem[] =>
  readDraft<{ items: KeptItem[] }>(nameOf(scope), { items: [] }).items;

export function saveKeptItems(scope: string, items: readonly KeptItem[]): void {
  if (items.length > 0) saveDraft(nameOf(scope), { items });
  else deleteDraft(nameOf(scope));
}
