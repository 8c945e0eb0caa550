import type { EncodedTrack } from './outcome.ts';

/** A size and rate in which the picture of a stream is encoded. */
export interface Rung {
  name: string;
  width: number;
  height: number;
  /** Frames a second, at most. */
  frameRate: number;
  /** Peak of the picture alone, in bits a second. */
  maxRate: number;
}

/**
 * Seconds from one key frame, and so segment, to the next, in a film of this length. Short films have short ones: which
 * variant of each a buyer gets is what a leaked copy is recognised by, so there have to be enough of them.
 */
export const segmentSecondsFor = (filmSeconds: number): number => (filmSeconds < 120 ? 1 : filmSeconds < 480 ? 2 : 4);
const saverFrameRate = 15;
const fullFrameRate = 30;

/** By the shorter side, in pixels. Peaks; quiet scenes take less. */
const steps = [
  { side: 240, maxRate: 250_000 },
  { side: 360, maxRate: 500_000 },
  { side: 480, maxRate: 850_000 },
  { side: 720, maxRate: 1_800_000 },
  { side: 1080, maxRate: 3_500_000 },
] as const;
const saverRate = 120_000;

const even = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2);

/** The rungs for a picture of this size as displayed, smallest first; the first saves data. Never enlarged. */
export function ladderFor(source: { width: number; height: number; frameRate: number }): Rung[] {
  const shorter = Math.min(source.width, source.height);
  const sized = (side: number) => {
    const scale = Math.min(1, side / shorter);
    return { width: even(source.width * scale), height: even(source.height * scale) };
  };
  const frameRate = Math.min(fullFrameRate, Math.max(1, source.frameRate));
  const fitting = steps.filter(({ side }) => side <= shorter);
  // A source between two steps keeps what it has of the next one.
  const rungs = fitting.length > 0 ? fitting : steps.slice(0, 1);
  return [
    {
      name: 'saver',
      ...sized(steps[0].side),
      frameRate: Math.min(saverFrameRate, frameRate),
      maxRate: saverRate,
    },
    ...rungs.map(({ side, maxRate }) => ({ name: `${side}p`, ...sized(side), frameRate, maxRate })),
  ];
}

/** The rung that a track was encoded for. */
export function rungOf(track: Pick<EncodedTrack, 'name' | 'width' | 'height' | 'frameRate'>): Rung {
  const { name, width, height, frameRate } = track;
  const maxRate = name === 'saver' ? saverRate : steps.find(({ side }) => name === `${side}p`)?.maxRate;
  if (!width || !height || !frameRate || !maxRate) throw new Error(`no rung ${name}`);
  return { name, width, height, frameRate, maxRate };
}
