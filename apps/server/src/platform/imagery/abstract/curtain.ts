import { mixColours } from '../colour.ts';
import {
  blurFilter,
  ellipse,
  filledPath,
  linearGradient,
  num,
  paint,
  point,
  radialGradient,
  rectangle,
} from '../markup.ts';
import { between, eitherSide } from '../seed.ts';
import { type Canvas, type Drawing, wander } from './canvas.ts';

const STEPS = 22;

/** Silk hanging in side light: long pleats that swing, each with a bright ridge and a deep valley. */
export function curtainDrawing(canvas: Canvas): Drawing {
  const { random, palette, width, height, id } = canvas;
  const { night, dusk, glow, body, key, rim } = palette;
  const side = eitherSide(random);
  const pleats = 9 + Math.floor(random() * 5);
  const swing = wander(random, between(random, 2.2, 3.6), 2);
  const local = Array.from({ length: pleats + 3 }, () => ({
    line: wander(random, 4.2, 2),
    nudge: between(random, -0.24, 0.24),
  }));
  const swingSize = between(random, 90, 190);
  const lean = between(random, -160, 160);
  const pitch = (width + 500) / pleats;
  const edgeX = (pleat: number, down: number) => {
    const own = local[pleat];
    const gather = 0.72 + 0.28 * down;
    const x = (pleat + (own?.nudge ?? 0)) * pitch - 300 - width / 2;
    return width / 2 + x * gather + swing(down) * swingSize + (own?.line(down) ?? 0) * 26 + lean * down;
  };
  const sideLine = (pleat: number, upwards: boolean) => {
    let path = '';
    for (let step = 0; step <= STEPS; step += 1) {
      const down = upwards ? 1 - step / STEPS : step / STEPS;
      path += `${step === 0 && !upwards ? 'M' : 'L'}${point(edgeX(pleat, down), down * (height + 60) - 30)}`;
    }
    return path;
  };
  const defs = [
    radialGradient(id('pool'), [
      [0, rim, 0.5],
      [0.4, glow, 0.3],
      [1, glow, 0],
    ]),
    linearGradient(id('fall'), {
      from: [0, 0],
      to: [0, 1],
      stops: [
        [0, night, 0.25],
        [0.4, night, 0],
        [1, night, 0.82],
      ],
    }),
    blurFilter(id('silk'), 3.6, canvas, { screenColours: true, opaque: true }),
  ];
  let folds = '';
  let gloss = '';
  for (let pleat = 0; pleat < pleats + 1; pleat += 1) {
    const lit = between(random, 0.25, 1);
    const fold = id(`fold${pleat}`);
    const ridge = mixColours(key, glow, lit);
    const stops = [
      [0, mixColours(night, body, 0.5)],
      [0.2, mixColours(dusk, night, 0.3)],
      [0.46, mixColours(dusk, key, 0.75)],
      [0.66, ridge],
      [0.78, mixColours(ridge, rim, 0.35 * lit)],
      [0.92, mixColours(key, dusk, 0.6)],
      [1, night],
    ] as const;
    defs.push(linearGradient(fold, { from: [side > 0 ? 0 : 1, 0], to: [side > 0 ? 1 : 0, 0.06], stops }));
    folds += filledPath(`${sideLine(pleat, false)}${sideLine(pleat + 1, true)}Z`, paint(fold));
    const inset = side > 0 ? 0.74 : 0.26;
    let line = '';
    for (let step = 0; step <= STEPS; step += 1) {
      const down = step / STEPS;
      const x = edgeX(pleat, down) * (1 - inset) + edgeX(pleat + 1, down) * inset;
      line += `${step === 0 ? 'M' : 'L'}${point(x, down * (height + 60) - 30)}`;
    }
    gloss += `<path d="${line}" fill="none" stroke="${rim}" stroke-width="${num(between(random, 2, 7))}" stroke-opacity="${num(lit * 0.5, 2)}"/>`;
  }
  const poolX = width * (side > 0 ? between(random, 0.55, 0.85) : between(random, 0.15, 0.45));
  const markup = [
    `<g filter="${paint(id('silk'))}">${rectangle(0, 0, width, height, dusk)}${folds}${gloss}</g>`,
    ellipse(poolX, height * between(random, 0.2, 0.42), width * 0.5, height * 0.42, paint(id('pool'))),
    rectangle(0, 0, width, height, paint(id('fall'))),
  ].join('');
  return { defs: defs.join(''), body: markup };
}
