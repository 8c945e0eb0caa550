import { mixColours } from '../colour.ts';
import { blurFilter, ellipse, linearGradient, num, paint, point, radialGradient, rectangle } from '../markup.ts';
import { between, type Random } from '../seed.ts';
import { type Canvas, type Drawing, wander } from './canvas.ts';

const THREADS = 96;
const KNOTS = 15;

/** A thread rises from `rootX` and strays more the higher it is; `blend` moves between two strays. */
function threadPath(
  canvas: Canvas,
  rootX: number,
  strays: readonly ((at: number) => number)[],
  blend: number,
  sway: number,
): string {
  const { width, height } = canvas;
  const [first, second] = strays;
  const xAt = (up: number) => {
    const stray = (first?.(up) ?? 0) * (1 - blend) + (second?.(up) ?? 0) * blend;
    return rootX + stray * sway * up ** 1.15 + (blend - 0.5) * width * 0.26 * up;
  };
  const yAt = (up: number) => height * (1.04 - up * 1.1);
  const step = 1 / KNOTS;
  let path = `M${point(xAt(0), yAt(0))}`;
  for (let knot = 0; knot < KNOTS; knot += 1) {
    const low = knot * step;
    const high = low + step;
    const tangent = (at: number) =>
      ((xAt(Math.min(1.05, at + 0.01)) - xAt(Math.max(0, at - 0.01))) / 0.02) * (step / 3);
    const controls = `${point(xAt(low) + tangent(low), yAt(low + step / 3))} ${point(xAt(high) - tangent(high), yAt(high - step / 3))}`;
    path += `C${controls} ${point(xAt(high), yAt(high))}`;
  }
  return path;
}

function plume(canvas: Canvas, random: Random, rootX: number, stroke: string, threads: number): string {
  const strays = [wander(random, between(random, 3.4, 5), 3), wander(random, between(random, 3.4, 5.4), 3)];
  const sway = canvas.width * between(random, 0.34, 0.5);
  let markup = '';
  for (let thread = 0; thread < threads; thread += 1) {
    const blend = thread / (threads - 1);
    const path = threadPath(canvas, rootX, strays, blend, sway);
    const strength = 0.1 + 0.3 * Math.sin(blend * Math.PI * 3.1 + sway) ** 2;
    markup += `<path d="${path}" stroke="${stroke}" stroke-width="${num(between(random, 1, 2.6))}" stroke-opacity="${num(strength, 2)}"/>`;
  }
  return `<g fill="none">${markup}</g>`;
}

/** Smoke in a beam: hundreds of fine threads that rise and turn over one another. */
export function smokeDrawing(canvas: Canvas): Drawing {
  const { random, palette, width, height, id } = canvas;
  const { night, dusk, glow, body, key, rim } = palette;
  const rootX = width * between(random, 0.34, 0.66);
  const beamX = width * between(random, 0.2, 0.8);
  const rise = (name: string, low: string, middle: string, high: string) =>
    linearGradient(id(name), {
      units: 'scene',
      from: [0, height],
      to: [0, 0],
      stops: [
        [0, low, 0.9],
        [0.45, middle],
        [0.8, high, 0.8],
        [1, high, 0.1],
      ],
    });
  const defs = [
    linearGradient(id('dark'), {
      from: [0, 0],
      to: [1, 1],
      stops: [
        [0, mixColours(night, dusk, 0.5)],
        [0.5, night],
        [1, body],
      ],
    }),
    radialGradient(id('beam'), [
      [0, glow, 0.5],
      [0.5, key, 0.24],
      [1, dusk, 0],
    ]),
    rise('warm', rim, glow, key),
    rise('cool', glow, key, dusk),
    blurFilter(id('veil'), 14, canvas, { screenColours: true }),
  ].join('');
  const back = plume(canvas, random, rootX + between(random, -40, 40), paint(id('cool')), 40);
  const front = plume(canvas, random, rootX, paint(id('warm')), THREADS);
  const markup = [
    rectangle(0, 0, width, height, paint(id('dark'))),
    ellipse(beamX, height * 0.36, width * 0.7, height * 0.55, paint(id('beam'))),
    `<g filter="${paint(id('veil'))}">${front}</g>`,
    back,
    front,
    ellipse(rootX, height * 1.02, width * 0.4, height * 0.2, paint(id('beam'))),
  ].join('');
  return { defs, body: markup };
}
