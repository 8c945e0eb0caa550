import { type PortraitOptions, portraitSvg } from './portrait.ts';
import { renderSoftWebp, renderWebp } from './render.ts';
import { type VeilOptions, veilSvg } from './veil.ts';

/** Veils from this width (pixels) up are drawn at half the size they are served in, for speed. */
const HALVED_FROM = 240;

/** A portrait as WebP bytes; options as for `portraitSvg`. About 20 ms for a card of 328x438. */
export function portraitWebp(seed: string, options: PortraitOptions): Promise<Buffer> {
  return renderWebp(portraitSvg(seed, options));
}

/** A veil as WebP bytes; options as for `veilSvg`. About 20 ms at 344x430. */
export function veilWebp(seed: string, options: VeilOptions): Promise<Buffer> {
  const { width, height } = options;
  const shrink = width >= HALVED_FROM ? 2 : 1;
  const drawn = { width: Math.ceil(width / shrink), height: Math.ceil(height / shrink) };
  return renderSoftWebp(veilSvg(seed, { ...options, ...drawn }), { width, height });
}
