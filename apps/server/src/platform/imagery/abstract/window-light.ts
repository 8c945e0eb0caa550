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
import type { Canvas, Drawing } from './canvas.ts';

// A frond thrown on the wall: a curved rib with narrow leaves to both sides.
function frondShadow(canvas: Canvas, rootX: number, rootY: number, angle: number, long: number): string {
  const { random } = canvas;
  let leaves = '';
  const bend = between(random, -0.5, 0.5);
  const count = 20;
  for (let leaf = 0; leaf < count; leaf += 1) {
    const along = 0.12 + 0.88 * (leaf / (count - 1));
    const heading = angle + bend * along;
    const x = rootX + Math.cos(heading) * long * along;
    const y = rootY + Math.sin(heading) * long * along;
    for (const side of [-1, 1]) {
      const turn = heading + side * (1.05 - along * 0.55);
      const reach = long * 0.42 * Math.sin(Math.PI * (0.15 + along * 0.8)) * between(random, 0.8, 1.15);
      const tip = point(x + Math.cos(turn) * reach, y + Math.sin(turn) * reach);
      const broad = reach * 0.11;
      const midX = x + Math.cos(turn) * reach * 0.5;
      const midY = y + Math.sin(turn) * reach * 0.5;
      const acrossX = -Math.sin(turn) * broad;
      const acrossY = Math.cos(turn) * broad;
      leaves += `M${point(x, y)}Q${point(midX + acrossX, midY + acrossY)} ${tip}Q${point(midX - acrossX, midY - acrossY)} ${point(x, y)}Z`;
    }
  }
  return leaves;
}

/** Late sun through a window: slanted panes of light on a wall, with the shadow of a plant in them. */
export function windowLightDrawing(canvas: Canvas): Drawing {
  const { random, palette, width, height, id } = canvas;
  const { night, dusk, glow, body, key, rim } = palette;
  const side = eitherSide(random);
  const columns = 2 + Math.floor(random() * 2);
  const rows = 3 + Math.floor(random() * 2);
  const slant = side * between(random, 0.16, 0.34);
  const left = width * between(random, 0.12, 0.2);
  const top = height * between(random, 0.08, 0.18);
  const spanX = width * between(random, 0.6, 0.72);
  const spanY = height * between(random, 0.56, 0.7);
  const gap = between(random, 16, 30);
  let panes = '';
  const skew = (x: number, y: number) => point(x, y + (x - width / 2) * slant);
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      const x0 = left + (spanX * column) / columns + gap / 2;
      const x1 = left + (spanX * (column + 1)) / columns - gap / 2;
      const y0 = top + (spanY * row) / rows + gap / 2;
      const y1 = top + (spanY * (row + 1)) / rows - gap / 2;
      panes += `M${skew(x0, y0)}L${skew(x1, y0)}L${skew(x1, y1)}L${skew(x0, y1)}Z`;
    }
  }
  const rootX = side > 0 ? width * between(random, -0.02, 0.16) : width * between(random, 0.84, 1.02);
  const rootY = height * between(random, 0.82, 1.0);
  const facing = side > 0 ? -0.9 : Math.PI + 0.9;
  const fronds = [-0.55, -0.18, 0.18, 0.5]
    .map((turn) => frondShadow(canvas, rootX, rootY, facing + turn * 1.1, between(random, 520, 860)))
    .join('');
  const defs = [
    linearGradient(id('wall'), {
      from: [side > 0 ? 1 : 0, 0],
      to: [side > 0 ? 0 : 1, 1],
      stops: [
        [0, mixColours(dusk, night, 0.25)],
        [0.5, mixColours(dusk, night, 0.55)],
        [1, body],
      ],
    }),
    linearGradient(id('sun'), {
      units: 'scene',
      from: [side > 0 ? left + spanX : left, top],
      to: [side > 0 ? left : left + spanX, top + spanY],
      stops: [
        [0, rim],
        [0.35, glow],
        [0.8, key],
        [1, mixColours(key, dusk, 0.6)],
      ],
    }),
    radialGradient(id('bounce'), [
      [0, glow, 0.55],
      [0.5, key, 0.25],
      [1, key, 0],
    ]),
    blurFilter(id('soft'), 3.6, canvas, { screenColours: true }),
  ].join('');
  // The first, wider copy is the light that strays round the edge of each pane.
  const stray = `<path d="${panes}" fill="none" stroke="${key}" stroke-width="26" stroke-opacity=".22" stroke-linejoin="round"/>`;
  const light = stray + filledPath(panes, paint(id('sun')));
  const markup = [
    rectangle(0, 0, width, height, paint(id('wall'))),
    ellipse(left + spanX / 2, top + spanY / 2, width * 0.8, height * 0.6, paint(id('bounce'))),
    plaster(canvas, mixColours(rim, glow, 0.5)),
    `<g filter="${paint(id('soft'))}">${light}${filledPath(fronds, mixColours(night, dusk, 0.42), 0.88)}</g>`,
  ].join('');
  return { defs, body: markup };
}

// Faint trowel marks, so that the wall is a wall.
function plaster(canvas: Canvas, fill: string): string {
  const { random, width, height } = canvas;
  let markup = '';
  for (let mark = 0; mark < 70; mark += 1) {
    const turn = num(between(random, -30, 30));
    const x = width * random();
    const y = height * random();
    markup += `<g transform="rotate(${turn} ${point(x, y)})">${ellipse(x, y, between(random, 60, 220), between(random, 14, 50), fill, between(random, 0.006, 0.02))}</g>`;
  }
  return markup;
}
