import type { ClipContainer } from './clip/outcome.ts';

export type MediaKind = 'image' | 'video' | 'audio';
export type MediaState = 'uploading' | 'processing' | 'ready' | 'failed' | 'blocked';

/** One uploaded file as other modules see it; its location stays inside this module. */
export interface Media {
  id: string;
  ownerId: string;
  kind: MediaKind;
  state: MediaState;
  /** Why it failed or is blocked, for its owner. */
  reason: string | null;
  /** Pixels of the largest size; of a video, as it is shown. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** At most six average colours, #rrggbb. */
  tints: string[];
  /** Widths that can be asked for, ascending; of a video, those of the picture that stands for it. */
  widths: number[];
  /** What a ready video is; null for everything else. */
  clip: ClipContainer | null;
}

export interface StoredMedia extends Media {
  byteSize: number;
  storageKey: string;
  sha256: Buffer | null;
  createdAt: Date;
}
