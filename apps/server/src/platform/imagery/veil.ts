import {
  blurFilter,
  ellipse,
  filledPath,
  linearGradient,
  num,
  paint,
  radialGradient,
  rectangle,
  svgDocument,
} from './markup.ts';
import { PALETTES, type Palette, paletteAt } from './palettes.ts';
import { between, eitherSide, idPrefix, randomFrom, wholeBelow } from './seed.ts';
import { drawCloth, foldBand, foldEdge } from './veil-folds.ts';
import { tintPalette } from './veil-tints.ts';

export interface VeilOptions {
  /** Output pixels. */
  readonly width: number;
  readonly height: number;
  /** Index of the creator's palette; default: from the seed. */
  readonly palette?: number | undefined;
  /** Up to six average colours (#rrggbb) of the real picture, whose light the veil takes on. */
  readonly tints?: readonly string[] | undefined;
}

/** Blur of the folds and of their lit edges, in drawing units (the drawing is at least 300 wide). */
const FOLD_BLUR = 9;
const EDGE_BLUR = 3.5;

type Light = 'lit' | 'mid' | 'dark';
const LIGHTS: readonly Light[] = ['lit', 'mid', 'dark'];

function gradients(palette: Palette, ids: Record<Light | 'glow', string>): string {
  const { night, dusk, glow, body, key } = palette;
  const from = [0, 0] as const;
  const to = [0, 1] as const;
  return [
    linearGradient(ids.lit, {
      from,
      to,
      stops: [
        [0, glow, 0.95],
        [0.16, key, 0.9],
        [0.5, dusk, 0.9],
        [1, night, 1],
      ],
    }),
    linearGradient(ids.mid, {
      from,
      to,
      stops: [
        [0, key, 0.95],
        [0.3, key, 0.6],
        [0.62, dusk, 0.85],
        [1, night, 1],
      ],
    }),
    linearGradient(ids.dark, {
      from,
      to,
      stops: [
        [0, dusk, 0.95],
        [0.5, night, 0.9],
        [1, body, 1],
      ],
    }),
    radialGradient(ids.glow, [
      [0, glow, 0.55],
      [1, glow, 0],
    ]),
  ].join('');
}

/**
 * Folds of cloth that stand in for locked media, as an SVG document. `seed` is the content id. Drawn from the seed,
 * never from the file: `tints` give it a light, not a shape.
 */
export function veilSvg(seed: string, options: VeilOptions): string {
  const { width, height } = options;
  const random = randomFrom(`m:${seed}`);
  const palette = paletteAt(options.palette ?? wholeBelow(random, PALETTES.length));
  const tinted = tintPalette(palette, options.tints ?? []);
  const prefix = idPrefix('m', `${seed}${width}`);
  const ids = { lit: `${prefix}lit`, mid: `${prefix}mid`, dark: `${prefix}dark`, glow: `${prefix}glow` };

  const viewWidth = Math.max(300, ((375 * width) / height) * 0.98);
  const frame = { width: viewWidth, height: (viewWidth * height) / width };
  const angle = between(random, 16, 44) * eitherSide(random);
  const cloth = drawCloth(random, frame);
  const firstLight = wholeBelow(random, LIGHTS.length);

  let folds = '';
  let edges = '';
  for (let fold = 0; fold < cloth.folds; fold += 1) {
    const light = LIGHTS[(fold + firstLight) % LIGHTS.length] ?? 'mid';
    folds += filledPath(foldBand(cloth, fold), paint(ids[light]));
    if (light === 'lit') {
      const strokeWidth = num(between(random, 2.5, 5));
      const stroke = `stroke="${tinted.rim}" stroke-width="${strokeWidth}" stroke-opacity="${num(between(random, 0.35, 0.6), 2)}"`;
      edges += `<path d="${foldEdge(cloth, fold)}" fill="none" ${stroke}/>`;
    }
  }
  const glowRadius = between(random, 110, 180);
  const glowX = between(random, 0, frame.width);
  const glowY = between(random, 0, frame.height * 0.7);

  const foldBlur = `${prefix}soft`;
  const edgeBlur = `${prefix}fine`;
  // The filter is outside the rotation: blurring a rotated layer costs several times as much.
  const turn = (inner: string) =>
    `<g transform="rotate(${num(angle)} ${num(frame.width / 2)} ${num(frame.height / 2)})">${inner}</g>`;
  const body = [
    `<g filter="${paint(foldBlur)}">${rectangle(0, 0, frame.width, frame.height, tinted.dusk)}${turn(folds)}</g>`,
    `<g filter="${paint(edgeBlur)}">${turn(edges)}</g>`,
    ellipse(glowX, glowY, glowRadius * 1.2, glowRadius, paint(ids.glow)),
  ].join('');
  const defs =
    gradients(tinted, ids) +
    blurFilter(foldBlur, FOLD_BLUR, frame, { opaque: true }) +
    blurFilter(edgeBlur, EDGE_BLUR, frame, { screenColours: true });
  return svgDocument(options, { x: 0, y: 0, ...frame }, defs, body);
}
