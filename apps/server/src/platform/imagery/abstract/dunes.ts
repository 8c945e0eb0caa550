import { mixColours } from '../colour.ts';
import { ellipse, filledPath, linearGradient, paint, point, radialGradient, rectangle } from '../markup.ts';
import { between, eitherSide } from '../seed.ts';
import { type Canvas, type Drawing, wander } from './canvas.ts';

const RIDGES = 6;
const STEPS = 48;

interface Ridge {
  readonly crest: readonly (readonly [x: number, y: number])[];
  /** Where the ridge is highest. */
  readonly peakX: number;
  readonly peakY: number;
}

function drawRidge(canvas: Canvas, base: number, rise: number): Ridge {
  const { random, width } = canvas;
  const peak = between(random, 0.15, 0.85);
  const drift = wander(random, 3.2, 3);
  const crest: [number, number][] = [];
  for (let step = 0; step <= STEPS; step += 1) {
    const along = step / STEPS;
    const distance = Math.abs(along - peak) / Math.max(peak, 1 - peak);
    // A dune is sharp where the wind turns over it and long in the slopes.
    const slope = 1 - distance ** 0.82;
    crest.push([along * (width + 80) - 40, base - rise * slope - drift(along) * rise * 0.16]);
  }
  return { crest, peakX: peak * (width + 80) - 40, peakY: base - rise };
}

function crestPath(ridge: Ridge): string {
  return ridge.crest.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${point(x, y)}`).join('');
}

// The lee side: along the crest away from the light, back underneath it in a long bulge that runs
// out to nothing at the far end, and up to the peak again by a winding edge.
function leePath(canvas: Canvas, ridge: Ridge, away: 1 | -1, depth: number): string {
  const { random } = canvas;
  const winding = wander(random, 6, 3);
  const lean = -away * depth * between(random, 0.9, 1.9);
  const onLee = ridge.crest.filter(([x]) => (x - ridge.peakX) * away >= 0);
  const fromPeak = away === 1 ? onLee : onLee.reverse();
  const start = fromPeak[0];
  if (!start) return '';
  const last = Math.max(1, fromPeak.length - 1);
  let path = fromPeak.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${point(x, y)}`).join('');
  for (let index = last; index >= 0; index -= 1) {
    const [x, y] = fromPeak[index] ?? start;
    const towardsPeak = 1 - index / last;
    path += `L${point(x + lean * towardsPeak ** 4, y + depth * 1.7 * towardsPeak ** 1.5)}`;
  }
  // The edge leaves the peak almost level with the near slope and turns down in two bends.
  for (let step = 24; step >= 0; step -= 1) {
    const down = step / 24;
    const across = lean * down ** 1.4 + winding(down) * depth * 0.5 * Math.sin(Math.PI * down);
    path += `L${point(start[0] + across, start[1] + depth * 1.7 * down)}`;
  }
  return `${path}Z`;
}

/** Dunes in low light: ridges one behind the other, a lit and a shadowed side to each. */
export function dunesDrawing(canvas: Canvas): Drawing {
  const { random, palette, width, height, id } = canvas;
  const { night, dusk, glow, body, key, rim } = palette;
  const away = eitherSide(random);
  const skyline = height * between(random, 0.3, 0.42);
  const sunX = away === 1 ? width * between(random, 0.06, 0.3) : width * between(random, 0.7, 0.94);
  const defs = [
    linearGradient(id('sky'), {
      from: [0, 0],
      to: [0, 1],
      stops: [
        [0, dusk],
        [0.5, key],
        [1, mixColours(glow, rim, 0.4)],
      ],
    }),
    radialGradient(id('halo'), [
      [0, '#fffaf0', 0.95],
      [0.12, rim, 0.8],
      [0.4, glow, 0.35],
      [1, glow, 0],
    ]),
  ];
  let markup = rectangle(0, 0, width, height, paint(id('sky')));
  markup += ellipse(sunX, skyline * 0.62, width * 0.5, width * 0.46, paint(id('halo')));
  for (let index = 0; index < RIDGES; index += 1) {
    const near = index / (RIDGES - 1);
    const base = skyline + (height - skyline) * near ** 1.15 + 30;
    const rise = between(random, 60, 120) + near * height * between(random, 0.13, 0.24);
    const ridge = drawRidge(canvas, base, rise);
    const lit = mixColours(mixColours(glow, rim, 0.25), key, near * 0.75);
    const shade = mixColours(mixColours(key, glow, 0.3), mixColours(night, body, 0.5), 0.3 + near * 0.7);
    const litId = id(`lit${index}`);
    const shadeId = id(`shade${index}`);
    const from = away === 1 ? 0 : 1;
    defs.push(
      linearGradient(litId, {
        from: [from, 0],
        to: [1 - from, 1],
        stops: [
          [0, lit],
          [0.55, mixColours(lit, dusk, 0.35 + near * 0.25)],
          [1, mixColours(dusk, night, 0.3 + near * 0.5)],
        ],
      }),
      linearGradient(shadeId, {
        from: [from, 0],
        to: [1 - from, 0.7],
        stops: [
          [0, shade],
          [0.6, mixColours(shade, dusk, 0.3)],
          [1, mixColours(shade, key, 0.22)],
        ],
      }),
    );
    const crest = crestPath(ridge);
    markup += filledPath(`${crest}L${point(width + 60, height + 400)}L${point(-60, height + 400)}Z`, paint(litId));
    markup += ripples(canvas, ridge, near, mixColours(lit, dusk, 0.7));
    markup += filledPath(leePath(canvas, ridge, away, rise), paint(shadeId));
    markup += `<path d="${crest}" fill="none" stroke="${rim}" stroke-width="${1 + near * 2}" stroke-opacity=".5"/>`;
    if (index < RIDGES - 2) markup += ellipse(sunX, base, width * 0.9, 70, paint(id('halo')), 0.22);
  }
  return { defs: defs.join(''), body: markup };
}

// Wind ripples: thin lines that follow the crest down the near slopes.
function ripples(canvas: Canvas, ridge: Ridge, near: number, colour: string): string {
  if (near < 0.3) return '';
  const sway = wander(canvas.random, 9, 3);
  let markup = '';
  const count = 9 + Math.round(near * 20);
  for (let line = 1; line <= count; line += 1) {
    const down = line * (7 + near * 9);
    const path = ridge.crest
      .map(
        ([x, y], index) =>
          `${index === 0 ? 'M' : 'L'}${point(x, y + down + sway(index / STEPS + line * 0.11) * (4 + near * 9))}`,
      )
      .join('');
    markup += `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${1.2 + near * 2}" stroke-opacity="${(0.26 * (1 - line / (count + 1))).toFixed(2)}"/>`;
  }
  return markup;
}
