/** Why a file cannot become a stream. */
export type StreamRefusal =
  | 'unsupported'
  | 'unreadable'
  | 'too-long'
  | 'too-large'
  | 'too-slow'
  | 'cut-off'
  | 'unavailable';

/** One encoded file of a stream: a rung of the picture, or the sound. Its segments follow each other in the file. */
export interface EncodedTrack {
  /** `saver`, `240p` to `1080p`, or `sound`. */
  name: string;
  /** As RFC 6381 names it in a playlist. */
  codec: string;
  /** Null for sound. */
  width: number | null;
  height: number | null;
  frameRate: number | null;
  byteSize: number;
  /** Bytes before the first segment. */
  initSize: number;
  /** Bytes of each segment, in order. */
  segmentSizes: number[];
  /** Milliseconds of each segment, in order. */
  segmentMs: number[];
}

export interface EncodedStream {
  durationMs: number;
  /** As displayed; null for sound alone. */
  width: number | null;
  height: number | null;
  tracks: EncodedTrack[];
  /** Loudest sample of each of up to 200 parts, 0 to 255; null without sound. */
  peaks: number[] | null;
  /** Perceptual hashes of frames, as hexadecimal: to ask the block list with, and to put on it. */
  asked: string[];
  listed: string[];
}

/** The last line the program writes; lines before it are `{"progress": percent}`. */
export type StreamOutcome = { refused: StreamRefusal } | EncodedStream;

/** The program's command line after its own path. */
export interface StreamTask {
  kind: 'video' | 'audio';
  input: string;
  /** An empty folder that gets a file for each track, and `poster.png` of a video. */
  folder: string;
  maxSeconds: number;
  /** Longest accepted side, in pixels. */
  maxSide: number;
  /** Limit of the program's whole memory, in bytes. */
  maxMemory: number;
  /** Wall time, in milliseconds. */
  maxMs: number;
}

export const streamPosterName = 'poster.png';
export const trackFileName = (track: string): string => `${track}.mp4`;
