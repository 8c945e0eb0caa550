import { type PortraitOptions, portraitSvg } from './portrait.ts';
import { renderSoftWebp, renderWebp } from './render.ts';
import { type VeilOptions, veilSvg } from './veil.ts';

/** Veils are drawn this many times smaller than they are served, for speed. */
const VEIL_SHRINK = 2;

/** A portrait as WebP bytes; options as for `portraitSvg`. About 20 ms for a card of 328x438. */
export function portraitWebp(seed: string, options: PortraitOptions): Promise<Buffer> {
  return renderWebp(portraitSvg(seed, options));
}

/** A veil as WebP bytes; options as for `veilSvg`. About 20 ms at 344x430. */
export function veilWebp(seed: string, options: VeilOptions): Promise<Buffer> {
  const { width, height } = options;
  const drawn = { width: Math.ceil(width / VEIL_SHRINK), height: Math.ceil(height / VEIL_SHRINK) };
  return renderSoftWebp(veilSvg(seed, { ...options, ...drawn }), { width, height });
}
