import type { ViewBox } from './markup.ts';
import type { Traits } from './portrait-traits.ts';

/** `bust` 3:4 card, `face` avatar, `top` kept to the head, `banner` wide with the figure at 3/4. */
export type Crop = 'bust' | 'face' | 'banner' | 'top';

/** A frame higher than 3:2 shows the figure as a tall slab. */
export function isTallFrame(size: { width: number; height: number }): boolean {
  return size.height / size.width > 1.5;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** The part of the scene a crop shows, in scene units; its shape is that of `size`. */
export function frameFor(size: { width: number; height: number }, crop: Crop, traits: Traits): ViewBox {
  const ratio = size.height / size.width;
  const { centreX, centreY, lightSide, scale } = traits;
  const tall = isTallFrame(size);

  if (crop === 'banner') {
    const width = 300 / ratio;
    return { x: centreX - 0.74 * width, y: centreY - 300 * 0.47, width, height: 300 };
  }
  if (crop !== 'face' && ratio < 1.2) {
    const height = 350 + 40 * ratio;
    const width = height / ratio;
    return { x: centreX - width * 0.5, y: centreY - height * 0.47, width, height };
  }
  const width = crop === 'face' ? 196 * scale : Math.min(560, 300 * ratio) / ratio;
  const height = width * ratio;
  const followsFigure = crop === 'face' || tall;
  const x = followsFigure ? clamp(centreX - width * 0.5 + lightSide * width * 0.06, -40, 340 - width) : 0;
  return { x, y: frameTop(crop, tall, height, centreY), width, height };
}

function frameTop(crop: Crop, tall: boolean, height: number, centreY: number): number {
  if (tall) return 12;
  if (crop === 'face') return centreY - height * 0.45;
  if (crop === 'top') return Math.max(0, centreY - height * 0.46);
  return Math.max(0, (400 - height) / 2);
}
