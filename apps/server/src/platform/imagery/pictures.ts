import { type PortraitOptions, portraitSvg } from './portrait.ts';
import { renderSoftWebp, renderWebp } from './render.ts';
import { type VeilOptions, veilSvg } from './veil.ts';

/** Veils are drawn smaller by this and then enlarged: their finest edge is two of the drawn pixels. */
const SHRINK = 2.15;

/** A portrait as WebP bytes; options as for `portraitSvg`. About 20 ms for a card of 328x438. */
export function portraitWebp(seed: string, options: PortraitOptions): Promise<Buffer> {
  return renderWebp(portraitSvg(seed, options));
}

/** A veil as WebP bytes; options as for `veilSvg`. About 25 ms at 344x430. */
export function veilWebp(seed: string, options: VeilOptions): Promise<Buffer> {
  const { width, height } = options;
  const drawn = { width: Math.round(width / SHRINK), height: Math.round(height / SHRINK) };
  return renderSoftWebp(veilSvg(seed, { ...options, ...drawn }), { width, height });
}
