import { num, point } from './markup.ts';
import { between, eitherSide, type Random } from './seed.ts';

/** Fold edges are curves through this many spans. */
const SPANS = 7;
/** How far the lower edge of a fold reaches under the next one. */
const OVERHANG = 14;

/** Waves stacked down a frame: the numbers every fold of one cloth shares, in drawing units. */
export interface Cloth {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** Distance between folds. */
  readonly gap: number;
  readonly folds: number;
  readonly frequency: number;
  readonly phase: number;
  /** How much the wave moves from one fold to the next. */
  readonly drift: number;
  readonly swell: number;
  readonly ripple: number;
}

/** Draws a cloth that covers a frame of this size at any rotation. */
export function drawCloth(random: Random, frame: { width: number; height: number }): Cloth {
  const frequency = between(random, 0.0075, 0.0125);
  const phase = between(random, 0, 6.28);
  const drift = between(random, 0.28, 0.55) * eitherSide(random);
  const swell = between(random, 26, 44);
  const ripple = between(random, 9, 18);
  const gap = between(random, 62, 84);
  const span = Math.hypot(frame.width, frame.height);
  return {
    left: frame.width / 2 - span * 0.62,
    right: frame.width / 2 + span * 0.62,
    top: frame.height / 2 - span * 0.62,
    gap,
    folds: Math.ceil((span * 1.25) / gap),
    frequency,
    phase,
    drift,
    swell,
    ripple,
  };
}

function heightAt(cloth: Cloth, fold: number, x: number): number {
  const { frequency, phase, drift } = cloth;
  const swell = cloth.swell * Math.sin(frequency * x + phase + fold * drift);
  const ripple = cloth.ripple * Math.sin(frequency * 2.3 * x + phase * 1.7 + fold * drift * 1.9);
  return cloth.top + fold * cloth.gap + swell + ripple;
}

function slopeAt(cloth: Cloth, fold: number, x: number): number {
  return (heightAt(cloth, fold, x + 1) - heightAt(cloth, fold, x - 1)) / 2;
}

// Curves along an edge from its `from` end to its `to` end, without the first move.
function edgeCurves(cloth: Cloth, fold: number, from: number, to: number, offset: number): string {
  const step = (to - from) / SPANS;
  const third = step / 3;
  let path = '';
  for (let span = 0; span < SPANS; span += 1) {
    const start = from + step * span;
    const end = start + step;
    const startY = heightAt(cloth, fold, start) + third * slopeAt(cloth, fold, start) + offset;
    const endY = heightAt(cloth, fold, end) - third * slopeAt(cloth, fold, end) + offset;
    const arrival = point(end, heightAt(cloth, fold, end) + offset);
    path += `C${point(start + third, startY)} ${point(end - third, endY)} ${arrival}`;
  }
  return path;
}

/** Path data of the upper edge of a fold. */
export function foldEdge(cloth: Cloth, fold: number): string {
  const start = point(cloth.left, heightAt(cloth, fold, cloth.left));
  return `M${start}${edgeCurves(cloth, fold, cloth.left, cloth.right, 0)}`;
}

/** Path data of a whole fold: its edge, and back along the edge of the next one. */
export function foldBand(cloth: Cloth, fold: number): string {
  const turn = `${num(cloth.right)} ${num(heightAt(cloth, fold + 1, cloth.right) + OVERHANG)}`;
  const back = edgeCurves(cloth, fold + 1, cloth.right, cloth.left, OVERHANG);
  return `${foldEdge(cloth, fold)}L${turn}${back}Z`;
}
