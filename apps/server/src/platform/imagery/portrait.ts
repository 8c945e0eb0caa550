import { ribsFor, throughGlass } from './fluted-glass.ts';
import { ellipse, linearGradient, paint, radialGradient, rectangle, svgDocument } from './markup.ts';
import { drawFigure } from './portrait-figure.ts';
import { type Crop, frameFor, isTallFrame } from './portrait-frame.ts';
import { drawTraits, type TraitOverrides, type Traits } from './portrait-traits.ts';
import { between, idPrefix, type Random, randomFrom, wholeBelow } from './seed.ts';

export interface PortraitOptions extends TraitOverrides {
  /** Output pixels. */
  readonly width: number;
  readonly height: number;
  /** Output pixels for one CSS pixel; ribs are 14 CSS px wide. Default 2. */
  readonly density?: number | undefined;
  readonly crop?: Crop | undefined;
  /** The lit glass without a figure, for covers and empty states. */
  readonly empty?: boolean | undefined;
  /** Number of ribs; 1 is no glass. Default: from the width. */
  readonly ribs?: number | undefined;
}

// The backdrop is far wider than the scene, so that banners never run out of wall.
const WALL = { x: -1500, y: -200, width: 3400, height: 840 } as const;

interface Lights {
  readonly defs: string;
  readonly markup: string;
}

function drawLights(random: Random, traits: Traits, prefix: string): Lights {
  const { centreX, lightSide, palette } = traits;
  const { night, dusk, glow, rim } = palette;
  const wall = `${prefix}wall`;
  const glowId = `${prefix}glow`;
  const lamp = `${prefix}lamp`;
  const keyX = centreX + lightSide * between(random, 70, 120);
  const keyY = between(random, 60, 180);
  let markup = rectangle(WALL.x, WALL.y, WALL.width, WALL.height, paint(wall));
  markup += ellipse(keyX, keyY, between(random, 150, 190), between(random, 190, 240), paint(glowId), 0.95);
  const fillX = centreX - lightSide * between(random, 120, 160);
  markup += ellipse(fillX, between(random, 270, 340), 120, 140, paint(glowId), 0.36);
  const lamps = 1 + wholeBelow(random, 3);
  for (let count = 0; count < lamps; count += 1) {
    const x = between(random, 10, 290);
    const y = between(random, 10, 240);
    const radius = between(random, 22, 52);
    markup += ellipse(x, y, radius, radius, paint(lamp), between(random, 0.28, 0.6));
  }
  const defs = [
    linearGradient(wall, {
      from: [lightSide > 0 ? 0 : 1, 0],
      to: [lightSide > 0 ? 1 : 0, 1],
      stops: [
        [0, night],
        [0.6, dusk],
        [1, night],
      ],
    }),
    radialGradient(glowId, [
      [0, glow],
      [0.4, glow, 0.6],
      [1, glow, 0],
    ]),
    radialGradient(lamp, [
      [0, rim, 0.8],
      [0.55, glow, 0.35],
      [1, glow, 0],
    ]),
  ].join('');
  return { defs, markup };
}

/**
 * A figure by firelight behind fluted glass, as an SVG document. `seed` is the profile id and
 * nothing else about the person; the same seed is the same picture.
 */
export function portraitSvg(seed: string, options: PortraitOptions): string {
  const { width, height, density = 2, crop = 'bust', empty = false } = options;
  const size = { width, height };
  const random = randomFrom(`p:${seed}`);
  const traits = drawTraits(random, options);
  const prefix = idPrefix('v', `${seed}${width}${crop}`);
  const lights = drawLights(random, traits, prefix);
  const figure = empty ? { defs: '', markup: '' } : drawFigure(traits, prefix);
  const vignette = `${prefix}vignette`;
  const { night } = traits.palette;
  const vignetteDefs = linearGradient(vignette, {
    from: [0, 0],
    to: [0, 1],
    stops: [
      [0, night, 0],
      [1, night, 0.92],
    ],
  });
  const tall = isTallFrame(size);
  const shade = rectangle(WALL.x, tall ? 250 : 220, WALL.width, tall ? 390 : 200, paint(vignette));
  const view = frameFor(size, crop, traits);
  const scene = lights.markup + figure.markup + shade;
  const ribs = options.ribs ?? ribsFor(width / density);
  const glass = throughGlass(scene, view, ribs, prefix);
  return svgDocument(size, view, lights.defs + figure.defs + vignetteDefs + glass.defs, glass.body);
}
