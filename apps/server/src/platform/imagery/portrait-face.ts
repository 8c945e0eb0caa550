import { ellipse, filledPath, num, paint, point } from './markup.ts';
import { HEAD, type Traits } from './portrait-traits.ts';

const { halfWidth, halfHeight } = HEAD;

/** Ids of the paints the figure is filled with. */
export interface FigurePaints {
  readonly face: string;
  readonly shoulders: string;
  readonly hair: string;
  /** Soft shadow for sockets, lip and chin. */
  readonly shade: string;
}

/** Turns head measures (1 = half a head) facing the right way into scene points. */
export function headPoint(traits: Traits): (across: number, down: number) => string {
  return (across, down) => point(traits.facing * across * halfWidth, down * halfHeight);
}

function ovalPath(traits: Traits): string {
  const at = headPoint(traits);
  return [
    `M${at(-1, -0.1)}C${at(-1, -0.95)} ${at(1, -0.95)} ${at(1, -0.1)}`,
    `C${at(1, 0.55)} ${at(0.5, 1.02)} ${at(0, 1.02)}S${at(-1, 0.55)} ${at(-1, -0.1)}Z`,
  ].join('');
}

function profilePath(traits: Traits): string {
  const at = headPoint(traits);
  const curve = (...points: readonly (readonly [number, number])[]) => `C${points.map(([x, y]) => at(x, y)).join(' ')}`;
  return [
    `M${at(-0.95, -0.1)}`,
    curve([-0.95, -0.8], [-0.4, -1.12], [0.05, -1.1]),
    curve([0.5, -1.08], [0.8, -0.82], [0.84, -0.45]),
    // brow and the bridge of the nose
    curve([0.85, -0.3], [0.82, -0.24], [0.85, -0.15]),
    `L${at(1.09, 0.16)}`,
    curve([1.11, 0.22], [1.03, 0.26], [0.95, 0.27]),
    // upper and lower lip
    curve([0.95, 0.32], [1, 0.36], [1.01, 0.41]),
    curve([1, 0.45], [0.94, 0.46], [0.93, 0.48]),
    curve([0.98, 0.51], [1, 0.55], [0.97, 0.6]),
    curve([0.93, 0.63], [0.9, 0.66], [0.9, 0.71]),
    // chin and jaw
    curve([0.94, 0.79], [0.92, 0.9], [0.78, 0.94]),
    curve([0.58, 1], [0.34, 0.9], [0.12, 0.76]),
    curve([-0.1, 0.72], [-0.8, 0.62], [-0.95, -0.1]),
    'Z',
  ].join('');
}

// Features are only hinted: sockets, the ridge of the nose, the shadow under lip and chin.
function features(traits: Traits, shade: string): string {
  const noseX = (traits.pose === 'three-quarter' ? 0.26 : 0.06) * traits.facing * halfWidth;
  const light = traits.lightSide;
  const down = (measure: number) => num(measure * halfHeight);
  const nose = [
    `M${num(noseX + light * 2)} ${down(-0.2)}Q${num(noseX + light * 9)} ${down(0.16)} ${num(noseX + light * 5)} ${down(0.3)}`,
    `Q${num(noseX - light * 5)} ${down(0.36)} ${num(noseX - light * 7)} ${down(0.26)}`,
    `Q${num(noseX - light * 3)} ${down(0.1)} ${num(noseX + light * 2)} ${down(-0.2)}Z`,
  ].join('');
  return [
    ellipse(noseX, -halfHeight * 0.16, halfWidth * 0.98, halfHeight * 0.2, shade, 0.34),
    ellipse(noseX - halfWidth * 0.4, -halfHeight * 0.1, halfWidth * 0.36, halfHeight * 0.1, shade, 0.42),
    ellipse(noseX + halfWidth * 0.4, -halfHeight * 0.1, halfWidth * 0.36, halfHeight * 0.1, shade, 0.42),
    filledPath(nose, traits.palette.body, 0.3),
    ellipse(noseX, halfHeight * 0.54, halfWidth * 0.32, halfHeight * 0.06, shade, 0.55),
    ellipse(noseX * 0.6, halfHeight * 0.7, halfWidth * 0.3, halfHeight * 0.06, shade, 0.3),
  ].join('');
}

/** The face (or, from behind, the nape) round the middle of the head. */
export function faceMarkup(traits: Traits, paints: FigurePaints, neckX: number): string {
  const { facing, pose } = traits;
  const fill = paint(paints.face);
  const shade = paint(paints.shade);
  const chinShadow = ellipse(0, halfHeight * 1.08, halfWidth * 0.9, halfHeight * 0.34, shade, 0.9);
  if (pose === 'front') return chinShadow + filledPath(ovalPath(traits), fill) + features(traits, shade);
  if (pose === 'three-quarter') {
    const turned = `translate(${num(facing * 6)} 2) scale(.94 1)`;
    return `${chinShadow}<g transform="${turned}">${filledPath(ovalPath(traits), fill)}${features(traits, shade)}</g>`;
  }
  if (pose === 'back') {
    return `<g transform="translate(${num(facing * 15)} 0) scale(.92 1)">${filledPath(ovalPath(traits), fill)}</g>`;
  }
  const jawX = neckX + facing * halfWidth * 0.1;
  const jawShadow = ellipse(jawX, halfHeight * 1.02, halfWidth * 0.62, halfHeight * 0.34, shade, 0.8);
  return `${jawShadow}<g transform="scale(1.06 1)">${filledPath(profilePath(traits), fill)}</g>`;
}
