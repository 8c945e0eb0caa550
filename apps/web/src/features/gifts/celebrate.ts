import type { giftAnimations } from '@vlam/contract/gifts';
import { prefersReducedMotion } from '../../lib/device.ts';

export type GiftAnimation = (typeof giftAnimations)[number];

interface Motion {
  /** Shape of a particle: radius in percent, sides in pixels. */
  shape: string;
  size: readonly [number, number];
  colours: readonly string[];
  /** Maximum distance in pixels: sideways, and up (negative) or down. */
  spread: number;
  rise: number;
  turn: number;
}

const motions: Record<GiftAnimation, Motion> = {
  petals: { shape: '60% 0 60% 40%', size: [10, 8], colours: ['#d8344f', '#ff9a8a'], spread: 90, rise: 110, turn: 220 },
  flames: { shape: '50% 50% 50% 0', size: [7, 7], colours: ['#ff7a3d', '#ffdca6'], spread: 46, rise: -130, turn: 45 },
  pulse: { shape: '50%', size: [6, 6], colours: ['#f0c35e'], spread: 80, rise: -70, turn: 0 },
  stardust: { shape: '2px', size: [5, 5], colours: ['#f3cfa4', '#b6aadc'], spread: 110, rise: -90, turn: 135 },
  bubbles: { shape: '50%', size: [8, 8], colours: ['#fff3cf', '#ecca78'], spread: 40, rise: -140, turn: 0 },
  shine: { shape: '2px', size: [3, 16], colours: ['#fff0c2'], spread: 100, rise: -80, turn: 60 },
  sparkle: { shape: '2px', size: [6, 6], colours: ['#ffffff', '#b9e6ea'], spread: 120, rise: -100, turn: 45 },
};
const particles = 14;
const arrivalMs = 520;
const flightMs = 1400;

/** A pseudo-random number from 0 to 1 that is constant per index. */
const pseudoRandom = (place: number, salt: number): number => {
  const sine = Math.sin(place * 12.9898 + salt * 78.233) * 43_758.5453;
  return sine - Math.floor(sine);
};

/** Animates the gift and its particles once over `box`. Does nothing with reduced motion. */
export function celebrate(box: HTMLElement, kind: GiftAnimation): void {
  if (prefersReducedMotion()) return;
  const { shape, size, colours, spread, rise, turn } = motions[kind];
  box.firstElementChild?.animate(
    [
      { scale: 0.7, opacity: 0 },
      { scale: 1, opacity: 1 },
    ],
    { duration: arrivalMs, easing: 'cubic-bezier(0.3, 1.4, 0.5, 1)' },
  );
  for (let place = 0; place < particles; place += 1) {
    const dot = document.createElement('i');
    const [width, height] = size;
    Object.assign(dot.style, {
      position: 'absolute',
      left: `${30 + pseudoRandom(place, 1) * 40}%`,
      top: `${35 + pseudoRandom(place, 2) * 30}%`,
      width: `${width}px`,
      height: `${height}px`,
      borderRadius: shape,
      background: colours[place % colours.length],
      pointerEvents: 'none',
      opacity: '0',
    });
    box.append(dot);
    const horizontal = (pseudoRandom(place, 3) - 0.5) * 2 * spread;
    const vertical = rise * (0.5 + pseudoRandom(place, 4) / 2);
    dot.animate(
      [
        { translate: '0 0', opacity: 0 },
        { opacity: 1, offset: 0.15 },
        { translate: `${horizontal}px ${vertical}px`, rotate: `${turn}deg`, opacity: 0 },
      ],
      {
        duration: flightMs * (0.7 + pseudoRandom(place, 5) * 0.3),
        delay: place * 22,
        easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
      },
    ).onfinish = () => dot.remove();
  }
}
