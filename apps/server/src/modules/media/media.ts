export type MediaKind = 'image' | 'video' | 'audio';
export type MediaState = 'uploading' | 'processing' | 'ready' | 'failed' | 'blocked';

/** One uploaded file as other modules may know it; where its bytes lie stays inside this module. */
export interface Media {
  id: string;
  ownerId: string;
  kind: MediaKind;
  state: MediaState;
  /** Why it failed or is blocked, for its owner. */
  reason: string | null;
  /** Pixels of the largest size. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
  /** At most six average colours, #rrggbb. */
  tints: string[];
  /** Widths that can be asked for, ascending. */
  widths: number[];
}

export interface StoredMedia extends Media {
  byteSize: number;
  storageKey: string;
  sha256: Buffer | null;
  createdAt: Date;
}
