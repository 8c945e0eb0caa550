import { mixColours } from '../colour.ts';
import { ellipse, filledPath, linearGradient, paint, point, radialGradient, rectangle } from '../markup.ts';
import { between } from '../seed.ts';
import { type Canvas, type Drawing, wander } from './canvas.ts';

const CLOUDS = 22;
const GLINTS = 260;

function headland(canvas: Canvas, horizon: number, rise: number, from: number, reach: number, fill: string): string {
  const ridge = wander(canvas.random, 5);
  const steps = 26;
  let path = `M${point(from, horizon)}`;
  for (let step = 1; step <= steps; step += 1) {
    const along = step / steps;
    const fall = Math.sqrt(1 - along) * Math.min(1, along * 18 + (from === 0 ? 1 : 0.4));
    const y = horizon - rise * fall * (0.72 + 0.28 * ridge(along));
    path += `L${point(from + reach * along, step === steps ? horizon : y)}`;
  }
  return filledPath(`${path}L${point(from, horizon)}Z`, fill);
}

// Short flat glints, wider and further apart towards the viewer, gathered under the light.
function glints(canvas: Canvas, horizon: number, sunX: number, fill: string): string {
  const { random, width, height } = canvas;
  const depth = height - horizon;
  let markup = '';
  for (let count = 0; count < GLINTS; count += 1) {
    const near = random() ** 1.7;
    const spread = 30 + near * width * 0.36;
    const off = (random() + random() + random() - 1.5) / 1.5;
    const long = (10 + near * 92) * between(random, 0.5, 1.5);
    const fade = 1 - Math.abs(off);
    const strength = fade * between(random, 0.25, 0.95) * (1 - near * 0.55);
    markup += ellipse(sunX + off * spread, horizon + 3 + near * depth, long, 1 + near * 4.6, fill, strength);
  }
  return markup;
}

// Soft edges come from the paint, which costs nothing, and not from a blur.
function cloudPaint(id: string, colour: string): string {
  return radialGradient(id, [
    [0, colour, 1],
    [0.45, colour, 0.6],
    [1, colour, 0],
  ]);
}

/** The sea at last light: sun, thin cloud, a headland and the road of light on the water. */
export function horizonDrawing(canvas: Canvas): Drawing {
  const { random, palette, width, height, id } = canvas;
  const { night, dusk, glow, body, key, rim } = palette;
  const horizon = height * between(random, 0.46, 0.6);
  const sunX = width * between(random, 0.26, 0.74);
  const sunRadius = between(random, 44, 76);
  const sunY = horizon - sunRadius * between(random, 0.1, 2.2);
  let clouds = '';
  for (let count = 0; count < CLOUDS; count += 1) {
    const up = random() ** 1.3;
    const y = horizon - 30 - up * horizon * 0.8;
    const tone = random() < 0.55 ? 'lit' : random() < 0.5 ? 'warm' : 'dark';
    const long = between(random, 90, 330) * (0.5 + up);
    const thick = between(random, 8, 34) * (0.5 + up);
    clouds += ellipse(
      width * between(random, -0.1, 1.1),
      y,
      long * 1.3,
      thick,
      paint(id(tone)),
      between(random, 0.14, 0.55),
    );
  }
  const headSide = sunX > width / 2 ? 0 : 1;
  const reach = width * between(random, 0.34, 0.52);
  const land = headland(canvas, horizon + 1, between(random, 70, 150), 0, reach, mixColours(night, dusk, 0.35));
  const nearLand = headland(
    canvas,
    horizon + 2,
    between(random, 40, 80),
    0,
    reach * 0.66,
    mixColours(body, dusk, 0.12),
  );
  const mirrored =
    headSide === 1 ? `<g transform="translate(${width} 0) scale(-1 1)">${land}${nearLand}</g>` : land + nearLand;
  const skyStops = [
    [0, mixColours(night, dusk, 0.35)],
    [0.42, dusk],
    [0.74, key],
    [1, mixColours(glow, rim, 0.25)],
  ] as const;
  const defs = [
    linearGradient(id('sky'), { from: [0, 0], to: [0, 1], stops: skyStops }),
    linearGradient(id('sea'), {
      from: [0, 0],
      to: [0, 1],
      stops: [
        [0, mixColours(key, glow, 0.35)],
        [0.1, mixColours(key, dusk, 0.4)],
        [0.45, mixColours(dusk, night, 0.35)],
        [1, body],
      ],
    }),
    radialGradient(id('halo'), [
      [0, rim, 0.95],
      [0.16, rim, 0.6],
      [0.4, glow, 0.38],
      [1, glow, 0],
    ]),
    radialGradient(id('sun'), [
      [0, '#fffaf0'],
      [0.8, rim],
      [1, mixColours(rim, glow, 0.35)],
    ]),
    cloudPaint(id('lit'), rim),
    cloudPaint(id('warm'), key),
    cloudPaint(id('dark'), night),
  ].join('');
  const markup = [
    rectangle(0, 0, width, horizon + 2, paint(id('sky'))),
    ellipse(sunX, sunY, width * 0.52, width * 0.44, paint(id('halo'))),
    ellipse(sunX, sunY, sunRadius, sunRadius, paint(id('sun'))),
    clouds,
    mirrored,
    rectangle(0, horizon, width, height - horizon, paint(id('sea'))),
    ellipse(sunX, horizon, width * 0.3, (height - horizon) * 0.62, paint(id('halo')), 0.5),
    rectangle(0, horizon - 1, width, 2.4, rim, 0.35),
    glints(canvas, horizon, sunX, mixColours(glow, rim, 0.6)),
    shadows(canvas, horizon, mixColours(night, body, 0.4)),
  ].join('');
  return { defs, body: markup };
}

// Dark troughs between the glints keep the water from looking like a gradient.
function shadows(canvas: Canvas, horizon: number, fill: string): string {
  const { random, width, height } = canvas;
  let markup = '';
  for (let count = 0; count < 90; count += 1) {
    const near = random() ** 1.4;
    const y = horizon + 8 + near * (height - horizon);
    markup += ellipse(
      width * random(),
      y,
      (40 + near * 190) * between(random, 0.5, 1.4),
      1 + near * 6,
      fill,
      between(random, 0.08, 0.3),
    );
  }
  return markup;
}
