import { currentLayer, openLayers, silentBack } from '../lib/layers.ts';

/** Two Backs within this time are panic, in milliseconds. */
const doubleBackMs = 400;

/**
 * Whether something of the app answers to this Back: a sheet, picture or step, or a closed one's entry that is skipped.
 * The app's own step back, after a sheet was closed by its button, is none of the member's.
 * Going from screen to screen is the browser's own Back.
 */
const isAnswered = (): boolean => silentBack.isNow || openLayers.size > 0 || currentLayer() !== undefined;

/**
 * Tells of each `popstate` whether it went forward. A browser without the Navigation API does not number its entries: there
 * those are known that were made since this was called.
 */
function createDirection(): () => boolean {
  const { navigation } = globalThis as { navigation?: { currentEntry: { index: number } | null } };
  const index = () => navigation?.currentEntry?.index;
  const entry = () => JSON.stringify([history.state, location.href]);
  const known = [entry()];
  let [at, indexBefore] = [0, index()];
  addEventListener('pushState', () => {
    indexBefore = index();
    at += 1;
    known.splice(at, known.length, entry());
  });
  addEventListener('replaceState', () => {
    known[at] = entry();
  });
  return () => {
    const [found, before, now] = [known.lastIndexOf(entry()), indexBefore, index()];
    const isForward = before === undefined || now === undefined ? found > at : now > before;
    indexBefore = now;
    at = Math.max(found, 0);
    if (found < 0) known.splice(0, known.length, entry());
    return isForward;
  };
}

/** Tells of each `popstate` whether it is the second of a quick double Back; one that is answered is no part of it. */
export function createDoubleBack(): (at: number) => boolean {
  const isForward = createDirection();
  let last = Number.NEGATIVE_INFINITY;
  return (at) => {
    const answered = isForward() || isAnswered();
    const isDouble = !answered && at - last < doubleBackMs;
    last = answered || isDouble ? Number.NEGATIVE_INFINITY : at;
    return isDouble;
  };
}
