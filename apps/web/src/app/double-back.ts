import { currentLayer, openLayers, silentBack } from '../lib/layers.ts';

/** Two Backs within this time are panic, in milliseconds. */
const doubleBackMs = 400;

/**
 * Whether something of the app answers to this Back: a sheet, picture or step, or a closed one's entry that is skipped.
 * The app's own step back, after a sheet was closed by its button, is none of the member's.
 * Going from screen to screen is the browser's own Back.
 */
const isAnswered = (): boolean => silentBack.isNow || openLayers.size > 0 || currentLayer() !== undefined;

/** Tells of each Back whether it is the second of a quick double; one that is answered is no part of it. */
export function createDoubleBack(): (at: number) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return (at) => {
    const answered = isAnswered();
    const isDouble = !answered && at - last < doubleBackMs;
    last = answered || isDouble ? Number.NEGATIVE_INFINITY : at;
    return isDouble;
  };
}
