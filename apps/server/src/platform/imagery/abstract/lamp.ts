import { mixColours } from '../colour.ts';
import { ellipse, filledPath, linearGradient, paint, point, radialGradient, rectangle } from '../markup.ts';
import { between, eitherSide } from '../seed.ts';
import type { Canvas, Drawing } from './canvas.ts';

// A stem with a few leaves, dark against the lamp.
function branch(canvas: Canvas, rootX: number, rootY: number, lean: number, fill: string): string {
  const { random, height } = canvas;
  const reach = height * between(random, 0.4, 0.62);
  let markup = '';
  const at = (along: number): [number, number] => [rootX + lean * along ** 1.6 * reach * 0.5, rootY - reach * along];
  const [midX, midY] = at(0.5);
  const [endX, endY] = at(1);
  markup += `<path d="M${point(rootX, rootY)}Q${point(midX - lean * 20, midY)} ${point(endX, endY)}" fill="none" stroke="${fill}" stroke-width="7"/>`;
  for (let leaf = 0; leaf < 13; leaf += 1) {
    const along = 0.24 + 0.76 * (leaf / 12);
    const [x, y] = at(along);
    const side = leaf % 2 === 0 ? 1 : -1;
    const long = between(random, 80, 150) * (1.15 - along * 0.5);
    const droop = between(random, -0.5, 0.25);
    const tipX = x + side * long;
    const tipY = y + long * droop;
    const belly = long * 0.24;
    const path = `M${point(x, y)}Q${point(x + side * long * 0.45, y - belly + long * droop * 0.4)} ${point(tipX, tipY)}Q${point(x + side * long * 0.5, y + belly + long * droop * 0.6)} ${point(x, y)}Z`;
    markup += filledPath(path, fill);
  }
  return markup;
}

/** A round lamp and a branch in a vase; glass would say that it is locked. */
export function lampDrawing(canvas: Canvas): Drawing {
  const { random, palette, width, height, id } = canvas;
  const { night, dusk, glow, body, key, rim } = palette;
  const side = eitherSide(random);
  const shelf = height * between(random, 0.72, 0.82);
  const radius = between(random, 110, 185);
  const lampX = width * (0.5 + side * between(random, 0.1, 0.22));
  const lampY = between(random, 0.34, 0.54) * height;
  const vaseX = width * (0.5 - side * between(random, 0.06, 0.2));
  const vaseWide = between(random, 58, 92);
  const vaseHigh = between(random, 170, 260);
  const margin = 200;
  const span = width + margin * 2;
  const vase = `M${point(vaseX - vaseWide * 0.5, shelf - vaseHigh)}C${point(vaseX - vaseWide * 0.3, shelf - vaseHigh * 0.72)} ${point(vaseX - vaseWide * 1.3, shelf - vaseHigh * 0.6)} ${point(vaseX - vaseWide, shelf)}L${point(vaseX + vaseWide, shelf)}C${point(vaseX + vaseWide * 1.3, shelf - vaseHigh * 0.6)} ${point(vaseX + vaseWide * 0.3, shelf - vaseHigh * 0.72)} ${point(vaseX + vaseWide * 0.5, shelf - vaseHigh)}Z`;
  const defs = [
    linearGradient(id('wall'), {
      from: [side > 0 ? 0 : 1, 0],
      to: [side > 0 ? 1 : 0, 1],
      stops: [
        [0, night],
        [0.55, dusk],
        [1, mixColours(dusk, night, 0.6)],
      ],
    }),
    radialGradient(id('halo'), [
      [0, rim, 0.95],
      [0.3, glow, 0.72],
      [0.6, key, 0.3],
      [1, key, 0],
    ]),
    radialGradient(id('globe'), [
      [0, '#fffaf0'],
      [0.55, rim],
      [0.9, mixColours(rim, glow, 0.6)],
      [1, glow],
    ]),
    linearGradient(id('vase'), {
      from: [side > 0 ? 0 : 1, 0],
      to: [side > 0 ? 1 : 0, 0],
      stops: [
        [0, body],
        [0.5, mixColours(body, dusk, 0.5)],
        [0.86, key],
        [1, rim],
      ],
    }),
    linearGradient(id('shelf'), {
      from: [0, 0],
      to: [0, 1],
      stops: [
        [0, mixColours(dusk, key, 0.55)],
        [0.12, mixColours(dusk, night, 0.4)],
        [1, body],
      ],
    }),
  ].join('');
  const leaves = branch(canvas, vaseX, shelf - vaseHigh * 0.9, side, mixColours(body, dusk, 0.12));
  const second = branch(
    canvas,
    vaseX,
    shelf - vaseHigh * 0.9,
    -side * between(random, 0.3, 0.8),
    mixColours(body, dusk, 0.3),
  );
  const scene = [
    rectangle(-margin, 0, span, height, paint(id('wall'))),
    ellipse(lampX, lampY, radius * 4.4, radius * 4.4, paint(id('halo'))),
    `<path d="M${point(lampX, 0)}L${point(lampX, lampY - radius)}" stroke="${body}" stroke-width="5"/>`,
    ellipse(lampX, lampY, radius, radius, paint(id('globe'))),
    rectangle(-margin, shelf, span, height - shelf, paint(id('shelf'))),
    ellipse(lampX, shelf + 34, radius * 2.2, 60, paint(id('halo')), 0.6),
    ellipse(vaseX, shelf + 8, vaseWide * 1.5, 16, night, 0.7),
    second,
    leaves,
    filledPath(vase, paint(id('vase'))),
  ].join('');
  return { defs, body: scene };
}
