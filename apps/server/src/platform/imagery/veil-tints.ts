import { chromaOf, leanTowards, toOkLab } from './colour.ts';
import type { Palette } from './palettes.ts';

/** How many average colours of a picture may tint its veil. */
const MAX_TINTS = 6;

// How much a colour conveys of a picture's light: bright and colourful ones the most.
function brilliance(tint: string): number {
  const colour = toOkLab(tint);
  return colour.lightness * 0.5 + chromaOf(colour) * 3;
}

/**
 * The creator's palette lit by the colours of the real picture: the lights lean far towards it, the
 * shadows stay the creator's. Tints are ranked first, so where a colour was in the picture leaves no
 * trace. Throws on anything but #rrggbb.
 */
export function tintPalette(palette: Palette, tints: readonly string[]): Palette {
  const ranked = tints.slice(0, MAX_TINTS).sort((first, second) => {
    return brilliance(second) - brilliance(first) || first.localeCompare(second);
  });
  const brightest = ranked[0];
  const second = ranked[Math.min(1, ranked.length - 1)];
  const last = ranked.at(-1);
  if (!brightest || !second || !last) return palette;
  return {
    ...palette,
    rim: leanTowards(palette.rim, brightest, 0.6, 0),
    glow: leanTowards(palette.glow, brightest, 0.9, 0.3),
    key: leanTowards(palette.key, second, 0.6, 0.15),
    dusk: leanTowards(palette.dusk, last, 0.2, 0.08),
  };
}
