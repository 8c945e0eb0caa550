import type { Canvas, Family } from './abstract/canvas.ts';
import { curtainDrawing } from './abstract/curtain.ts';
import { discsDrawing } from './abstract/discs.ts';
import { dunesDrawing } from './abstract/dunes.ts';
import { horizonDrawing } from './abstract/horizon.ts';
import { lampDrawing } from './abstract/lamp.ts';
import { smokeDrawing } from './abstract/smoke.ts';
import { windowLightDrawing } from './abstract/window-light.ts';
import { svgDocument } from './markup.ts';
import { PALETTES, paletteAt } from './palettes.ts';
import { idPrefix, randomFrom, wholeBelow } from './seed.ts';

/** Kinds of light study. */
export const ABSTRACT_FAMILIES = ['horizon', 'dunes', 'smoke', 'discs', 'lamp', 'curtain', 'window-light'] as const;
export type AbstractFamily = (typeof ABSTRACT_FAMILIES)[number];

const DRAW: Record<AbstractFamily, Family> = {
  horizon: horizonDrawing,
  dunes: dunesDrawing,
  smoke: smokeDrawing,
  discs: discsDrawing,
  lamp: lampDrawing,
  curtain: curtainDrawing,
  'window-light': windowLightDrawing,
};

export interface AbstractOptions {
  /** Output pixels. */
  readonly width: number;
  readonly height: number;
  /** Index of a palette; default: from the seed. */
  readonly palette?: number | undefined;
  /** Default: from the seed. */
  readonly family?: AbstractFamily | undefined;
}

/** A light study without people, as an SVG document: what the demo world publishes and sells. */
export function abstractPictureSvg(seed: string, options: AbstractOptions): string {
  const { width, height } = options;
  const random = randomFrom(`a:${seed}`);
  const seededPalette = wholeBelow(random, PALETTES.length);
  const seededFamily = ABSTRACT_FAMILIES[wholeBelow(random, ABSTRACT_FAMILIES.length)] ?? 'horizon';
  const prefix = idPrefix('a', `${seed}${width}`);
  const canvas: Canvas = {
    random,
    palette: paletteAt(options.palette ?? seededPalette),
    width: 1000,
    height: (1000 * height) / width,
    id: (name) => `${prefix}${name}`,
  };
  const { defs, body } = DRAW[options.family ?? seededFamily](canvas);
  return svgDocument(options, { x: 0, y: 0, width: canvas.width, height: canvas.height }, defs, body);
}
