import type { ClipContainer } from './clip/outcome.ts';

export type MediaKind = 'image' | 'video' | 'audio';
export type MediaState = 'uploading' | 'processing' | 'ready' | 'failed' | 'blocked';

/** One uploaded file as other modules see it; its location stays inside this module. */
export interface Media {
  id: string;
  ownerId: string;
  kind: MediaKind;
  state: MediaState;
  /** Why it failed or is blocked, as shown to its owner. */
  reason: string | null;
  /** Pixels of the largest size; of a video, as displayed. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** At most six average colours, #rrggbb. */
  tints: string[];
  /** Available widths, ascending; of a video, those of its poster. */
  widths: number[];
  /** Sent to be published: encoded as a stream rather than kept as one clip. */
  isStream: boolean;
  /** Whether everyone but its owner plays copies of the film that are marked for them. */
  isMarked: boolean;
  /** Container of a ready clip; null for other files. */
  clip: ClipContainer | null;
}

/** Whose copy of a film is marked: every account but its owner, once it was offered for sale. */
export const isMarkedFor = ({ isMarked, ownerId }: Pick<Media, 'isMarked' | 'ownerId'>, accountId: string): boolean =>
  isMarked && ownerId !== accountId;

export interface StoredMedia extends Media {
  byteSize: number;
  storageKey: string;
  sha256: Buffer | null;
  createdAt: Date;
  /** Another use of a file: shares the folder of the uploaded row. */
  isCopy: boolean;
  /** Evidence of a complaint: its bytes are not deleted. */
  isFrozen: boolean;
}
