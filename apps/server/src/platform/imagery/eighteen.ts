import { throughGlass } from './fluted-glass.ts';
import { ellipse, linearGradient, num, paint, radialGradient, rectangle, svgDocument } from './markup.ts';

// The figures are paths because the rasteriser has no fonts. Drawn round (0, 0), 586 wide, 261 high.
const FIGURE_ONE =
  'M-284-80C-239-80-217-92-217-128L-172-128L-172 88L-120 88L-120 128L-286 128L-286 88L-222 88L-222-45L-284-45Z';
const FIGURE_EIGHT = [
  'M-1-131C58-131 92-104 92-65C92-37 78-16 50-5C82 6 99 30 99 62C99 106 62 131-1 131',
  'C-64 131-101 106-101 62C-101 30-84 6-52-5C-80-16-94-37-94-65C-94-104-60-131-1-131Z',
  'M-1-99C-30-99-44-87-44-62C-44-37-30-24-1-24C28-24 42-37 42-62C42-87 28-99-1-99Z',
  'M-1 14C-34 14-49 29-49 57C-49 86-34 100-1 100C32 100 47 86 47 57C47 29 32 14-1 14Z',
].join('');
const PLUS_SIGN = 'M173-95L217-95L217-21L300-21L300 20L217 20L217 94L173 94L173 20L104 20L104-21L173-21Z';

/** Width the figures were drawn for, with room left and right. */
const DRAWN_WIDTH = 720;
const DRAWN_HEIGHT = 400;
const SQUEEZE = 1.75;

const NIGHT = '#190a0c';
const COAL = '#0f0b0b';
const FLAME = '#f2602f';

/** "18+" by firelight behind fluted glass, for the age gate. Sizes in pixels. */
export function eighteenSvg(options: { width: number; height: number; ribs: number }): string {
  const { width, height, ribs } = options;
  const prefix = `e${width}x${height}`;
  const wall = `${prefix}wall`;
  const glow = `${prefix}glow`;
  const ink = `${prefix}ink`;
  const floor = `${prefix}floor`;
  const scale = Math.min(width / DRAWN_WIDTH, height / DRAWN_HEIGHT);
  const figures = `<path fill-rule="evenodd" d="${FIGURE_ONE}${FIGURE_EIGHT}${PLUS_SIGN}" fill="${paint(ink)}"/>`;
  const place = `translate(${num(width * 0.518)} ${num(height * 0.52)}) scale(${num(scale, 3)})`;
  // Wider than the frame, because the outer ribs look past its edges.
  const margin = Math.max(200, width / 2);
  const scene = [
    rectangle(-margin, 0, width + margin * 2, height, paint(wall)),
    ellipse(width * 0.7, height * 0.46, width * 0.52, height * 0.62, paint(glow)),
    ellipse(width * 0.16, height * 0.9, width * 0.4, height * 0.3, paint(glow), 0.5),
    `<g transform="${place}">${figures}</g>`,
    rectangle(-margin, height * 0.55, width + margin * 2, height * 0.45, paint(floor)),
  ].join('');
  const defs = [
    linearGradient(wall, {
      from: [0, 0],
      to: [1, 1],
      stops: [
        [0, NIGHT],
        [0.6, '#5c1d14'],
        [1, NIGHT],
      ],
    }),
    radialGradient(glow, [
      [0, '#ff9a52'],
      [0.4, FLAME, 0.7],
      [1, FLAME, 0],
    ]),
    linearGradient(ink, {
      units: 'scene',
      from: [-286, 0],
      to: [300, 0],
      stops: [
        [0, '#14070a'],
        [0.55, '#2a0d0c'],
        [0.9, '#c4421f'],
        [1, '#ffd9a8'],
      ],
    }),
    linearGradient(floor, {
      from: [0, 0],
      to: [0, 1],
      stops: [
        [0, COAL, 0],
        [1, COAL],
      ],
    }),
  ].join('');
  const view = { x: 0, y: 0, width, height };
  const glass = throughGlass(scene, view, ribs, prefix, SQUEEZE);
  return svgDocument(options, view, defs + glass.defs, glass.body);
}
