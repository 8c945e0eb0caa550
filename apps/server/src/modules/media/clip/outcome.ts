/** Why a clip cannot be used. */
export type RefusalKind = 'unsupported' | 'unreadable' | 'too-long' | 'too-large' | 'too-slow' | 'unavailable';

export type ClipContainer = 'mp4' | 'webm';

/** The final output of the program that prepares a clip, as one line of JSON. */
export type Outcome =
  | { refused: RefusalKind }
  | {
      container: ClipContainer;
      /** As displayed: upright, with square pixels. */
      width: number;
      height: number;
      durationMs: number;
    };

/** The program's command line after its own path. */
export interface ClipTask {
  input: string;
  /** An empty folder that gets `clip.mp4` or `clip.webm`, and `poster.png`. */
  folder: string;
  maxSeconds: number;
  /** Longest accepted side, in pixels. */
  maxSide: number;
  /** Limit of the program's whole memory, in bytes. */
  maxMemory: number;
  /** Wall time, in milliseconds. */
  maxMs: number;
}

export const posterName = 'poster.png';
export const clipName = (container: ClipContainer): string => `clip.${container}`;
