import { filledPath, linearGradient, num, paint, point, radialGradient } from './markup.ts';
import { type FigurePaints, faceMarkup } from './portrait-face.ts';
import { hairMarkup, profileCapMarkup } from './portrait-hair.ts';
import { HEAD, type Traits } from './portrait-traits.ts';

const { halfWidth, halfHeight } = HEAD;

export interface Figure {
  readonly defs: string;
  readonly markup: string;
}

// Every part is a flat shape filled from its shadow side to the edge that catches the light.
function figureDefs(traits: Traits, paints: FigurePaints): string {
  const { lightSide, palette, shoulderTop, shoulderWidth } = traits;
  const { night, dusk, glow, body, key, rim } = palette;
  return [
    linearGradient(paints.face, {
      units: 'scene',
      from: [-lightSide * halfWidth, 0],
      to: [lightSide * halfWidth * 1.12, -8],
      stops: [
        [0, body],
        [0.46, body],
        [0.82, key],
        [1, rim],
      ],
    }),
    linearGradient(paints.shoulders, {
      units: 'scene',
      from: [-lightSide * shoulderWidth, shoulderTop + 40],
      to: [lightSide * shoulderWidth * 1.02, shoulderTop - 20],
      stops: [
        [0, body],
        [0.5, body],
        [0.84, key],
        [1, rim],
      ],
    }),
    linearGradient(paints.hair, {
      units: 'scene',
      from: [-lightSide * halfWidth * 1.6, 30],
      to: [lightSide * halfWidth * 1.62, -54],
      stops: [
        [0, night],
        [0.56, body],
        [0.8, dusk],
        [0.93, key],
        [1, glow],
      ],
    }),
    radialGradient(paints.shade, [
      [0, body, 0.95],
      [0.5, body, 0.5],
      [1, body, 0],
    ]),
  ].join('');
}

function shouldersPath(traits: Traits, neckX: number): string {
  const { facing, shoulderTop: top, shoulderWidth } = traits;
  const left = -shoulderWidth * (1 - 0.1 * facing);
  const right = shoulderWidth * (1 + 0.1 * facing);
  const neck = halfWidth * 0.6;
  const drop = traits.shoulderDrop / 2;
  return [
    `M${point(neckX - neck, halfHeight * 0.5)}L${point(neckX - neck * 1.05, top - 20)}`,
    `C${point(neckX - neck * 1.7, top + 2)} ${point(left * 0.7, top + 4 - drop)} ${point(left * 0.9, top + 36 - drop)}`,
    `C${point(left * 1.06, top + 66 - drop)} ${point(left * 1.1, 260)} ${point(left * 1.14, 460)}`,
    `L${point(right * 1.14, 460)}`,
    `C${point(right * 1.1, 260)} ${point(right * 1.06, top + 66 + drop)} ${point(right * 0.9, top + 36 + drop)}`,
    `C${point(right * 0.7, top + 4 + drop)} ${point(neckX + neck * 1.7, top + 2)} ${point(neckX + neck * 1.05, top - 20)}`,
    `L${point(neckX + neck, halfHeight * 0.5)}Z`,
  ].join('');
}

/** Hair, shoulders and head as markup in scene units, with the gradients they are filled with. */
export function drawFigure(traits: Traits, prefix: string): Figure {
  const paints: FigurePaints = {
    face: `${prefix}face`,
    shoulders: `${prefix}shoulders`,
    hair: `${prefix}hair`,
    shade: `${prefix}shade`,
  };
  const neckX = traits.pose === 'profile' ? -traits.facing * halfWidth * 0.28 : 0;
  const shoulders = filledPath(shouldersPath(traits, neckX), paint(paints.shoulders));
  const face = faceMarkup(traits, paints, neckX);
  const hair = hairMarkup(traits, paint(paints.hair));
  const tilted = (inner: string) => `<g transform="rotate(${num(traits.tilt)} 0 ${num(halfHeight)})">${inner}</g>`;
  // From behind, the hair covers the head; otherwise the shoulders cover the hair and the face is on top.
  const layers =
    traits.pose === 'back'
      ? shoulders + tilted(face + hair)
      : tilted(hair) + shoulders + tilted(face + profileCapMarkup(traits, paint(paints.hair)));
  const place = `translate(${point(traits.centreX, traits.centreY)}) rotate(${num(traits.lean)} 0 200) scale(${num(traits.scale, 2)})`;
  return { defs: figureDefs(traits, paints), markup: `<g transform="${place}">${layers}</g>` };
}
