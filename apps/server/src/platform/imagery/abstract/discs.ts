import { mixColours } from '../colour.ts';
import { ellipse, linearGradient, num, paint, radialGradient, rectangle } from '../markup.ts';
import { between, eitherSide, wholeBelow } from '../seed.ts';
import type { Canvas, Drawing } from './canvas.ts';

const DISCS = 6;

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Discs of coloured glass standing in front of one another, each with its lit edge and its cast light. */
export function discsDrawing(canvas: Canvas): Drawing {
  const { random, palette, width, height, id } = canvas;
  const { night, dusk, glow, body, key, rim } = palette;
  const side = eitherSide(random);
  const table = height * between(random, 0.7, 0.8);
  const lightX = side > 0 ? width * 0.78 : width * 0.22;
  const tones = [glow, key, mixColours(dusk, key, 0.4), rim, mixColours(glow, rim, 0.45)];
  const defs = [
    linearGradient(id('wall'), {
      from: [side > 0 ? 1 : 0, 0],
      to: [side > 0 ? 0 : 1, 1],
      stops: [
        [0, mixColours(key, glow, 0.3)],
        [0.45, dusk],
        [1, night],
      ],
    }),
    linearGradient(id('table'), {
      from: [0, 0],
      to: [0, 1],
      stops: [
        [0, mixColours(dusk, key, 0.3)],
        [0.3, mixColours(dusk, night, 0.5)],
        [1, body],
      ],
    }),
    radialGradient(id('halo'), [
      [0, rim, 0.8],
      [0.35, glow, 0.42],
      [1, glow, 0],
    ]),
  ];
  const firstPlace = wholeBelow(random, DISCS);
  // From the back to the front, each nearer one lower in the frame; the largest stand at the back.
  const discs: Disc[] = Array.from({ length: DISCS }, (_, index) => {
    const near = index / (DISCS - 1);
    const radius = between(random, 210, 330) * (1.08 - near * 0.72) * between(random, 0.82, 1.12);
    const x = width * (0.14 + (0.72 * ((index * 5 + firstPlace) % DISCS)) / (DISCS - 1)) + between(random, -50, 50);
    return { x, y: table + 26 - radius + near * (height - table) * 0.5, radius };
  });
  defs.push(
    radialGradient(id('foot'), [
      [0, body, 0.95],
      [0.5, body, 0.5],
      [1, body, 0],
    ]),
  );
  const rimLine = linearGradient(id('rim'), {
    from: [side > 0 ? 1 : 0, 0],
    to: [side > 0 ? 0 : 1, 0.8],
    stops: [
      [0, '#fffaf0', 0.95],
      [0.22, rim, 0.7],
      [0.5, glow, 0.12],
      [0.82, key, 0.1],
      [1, rim, 0.45],
    ],
  });
  defs.push(rimLine);
  let glass = '';
  discs.forEach((disc, index) => {
    const tone = tones[Math.floor(random() * tones.length)] ?? glow;
    const { x, y, radius } = disc;
    const fill = id(`glass${index}`);
    defs.push(
      linearGradient(fill, {
        from: [side > 0 ? 1 : 0, 0],
        to: [side > 0 ? 0 : 1, 1],
        stops: [
          [0, mixColours(tone, rim, 0.35), 0.62],
          [0.4, tone, 0.34],
          [0.75, mixColours(tone, dusk, 0.6), 0.42],
          [1, night, 0.62],
        ],
      }),
    );
    const foot = y + radius;
    // Light that went through the glass falls on the table, away from the lamp.
    const pool = id(`pool${index}`);
    defs.push(
      radialGradient(pool, [
        [0, mixColours(tone, rim, 0.4), 0.75],
        [0.5, tone, 0.3],
        [1, tone, 0],
      ]),
    );
    glass += ellipse(x - side * radius * 0.6, foot + radius * 0.2, radius * 1.25, radius * 0.24, paint(pool));
    glass += ellipse(x - side * radius * 0.12, foot + 4, radius * 0.6, 22, paint(id('foot')));
    const core = radius * between(random, 0.3, 0.55);
    glass += `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="${paint(fill)}"/>`;
    glass += ellipse(x - side * radius * 0.34, y + radius * 0.3, core, core, paint(id('halo')), 0.55);
    glass += `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius - 2)}" fill="none" stroke="${paint(id('rim'))}" stroke-width="${num(3 + radius / 45)}"/>`;
    glass += `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius * 0.93)}" fill="none" stroke="${paint(id('rim'))}" stroke-width="1.6" stroke-opacity=".5"/>`;
  });
  const markup = [
    rectangle(0, 0, width, height, paint(id('wall'))),
    ellipse(lightX, height * 0.24, width * 0.62, height * 0.5, paint(id('halo'))),
    rectangle(0, table, width, height - table, paint(id('table'))),
    rectangle(0, table - 1, width, 2, rim, 0.22),
    glass,
  ].join('');
  return { defs: defs.join(''), body: markup };
}
