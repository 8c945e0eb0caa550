import type { EncodedTrack } from '../stream/outcome.ts';

/** A rung encoded with patterns; its segments are as long as those of the rung. */
export interface EncodedVariant {
  track: string;
  variant: number;
  byteSize: number;
  initSize: number;
  segmentSizes: number[];
}

/** The command line of the program that encodes the variants of one rung, after its own path. */
export interface VariantTask {
  /** The rung as it was encoded, and where each of its variants goes, in a folder with the file `seedName`. */
  folder: string;
  input: string;
  track: Pick<EncodedTrack, 'name' | 'width' | 'height' | 'frameRate' | 'segmentMs'>;
  layers: 1 | 2;
  maxMemory: number;
  maxMs: number;
}

export type VariantOutcome = { variants: EncodedVariant[] } | { refused: 'unreadable' };

/** In a file, because other users of the machine can read a command line. */
export const seedName = 'seed';
/** The name in storage; also the names of the program's files without their ending. */
export const variantName = (track: string, variant: number): string => (variant === 0 ? track : `${track}v${variant}`);
