import type { Palette } from '../palettes.ts';
import type { Random } from '../seed.ts';

/** What a family of abstract pictures draws with. Drawings are 1000 wide. */
export interface Canvas {
  readonly random: Random;
  readonly palette: Palette;
  readonly width: number;
  readonly height: number;
  /** A document-wide id from a short name. */
  readonly id: (name: string) => string;
}

export interface Drawing {
  readonly defs: string;
  readonly body: string;
}

/** A family of pictures: the same canvas gives the same drawing. */
export type Family = (canvas: Canvas) => Drawing;

/** A smooth random line: a few waves of falling size, about -1 to 1, by position 0 to 1. */
export function wander(random: Random, waves: number, octaves = 4): (at: number) => number {
  const parts = Array.from({ length: octaves }, (_, octave) => ({
    frequency: waves * 1.9 ** octave * (0.8 + random() * 0.4),
    phase: random() * Math.PI * 2,
    size: 0.52 ** octave,
  }));
  const total = parts.reduce((sum, part) => sum + part.size, 0);
  return (at) => {
    const sum = parts.reduce((value, part) => value + part.size * Math.sin(at * part.frequency + part.phase), 0);
    return sum / total;
  };
}
