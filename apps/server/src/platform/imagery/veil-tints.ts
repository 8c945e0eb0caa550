import { mixColours, toOkLab } from './colour.ts';
import type { Palette } from './palettes.ts';

/** How many average colours of a picture may tint its veil. */
const MAX_TINTS = 6;
/** Share of the picture's hue in the veil; the creator's own light keeps the rest. */
const HUE_SHARE = 0.62;
/** Lightness moves less, so that every veil keeps its folds and its labels stay readable. */
const LIGHTNESS_SHARE = 0.22;

/**
 * The creator's palette leaning towards the colours of the real picture. Tints are sorted by
 * lightness first, so where a colour was in the picture leaves no trace. Throws on anything but #rrggbb.
 */
export function tintPalette(palette: Palette, tints: readonly string[]): Palette {
  const sorted = tints.slice(0, MAX_TINTS).sort((first, second) => {
    return toOkLab(first).lightness - toOkLab(second).lightness || first.localeCompare(second);
  });
  const darkest = sorted[0];
  const lightest = sorted.at(-1);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!darkest || !middle || !lightest) return palette;
  const lean = (own: string, tint: string) => mixColours(own, tint, HUE_SHARE, LIGHTNESS_SHARE);
  return {
    ...palette,
    night: mixColours(palette.night, darkest, HUE_SHARE / 2, 0.05),
    dusk: lean(palette.dusk, darkest),
    key: lean(palette.key, middle),
    glow: lean(palette.glow, lightest),
    rim: mixColours(palette.rim, lightest, HUE_SHARE / 2, 0.05),
  };
}
