import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { backSilently, openLayers, silentBack, watchLayers } from '../lib/layers.ts';
import { createDoubleBack } from './double-back.ts';

let popState: () => void;
// Other files share the document, so nothing listens in it.
beforeAll(() => {
  history.replaceState(null, '');
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((_name: string, listener: unknown) => {
    popState = listener as () => void;
  });
  watchLayers();
});
afterEach(() => void vi.restoreAllMocks());
beforeEach(() => {
  openLayers.clear();
  Object.assign(silentBack, { isExpected: false, isNow: false });
  history.replaceState(null, '');
});

it('the second of two quick Backs is the double, and a third begins anew', () => {
  const back = createDoubleBack();
  expect([0, 150, 300, 450].map(back)).toEqual([false, true, false, true]);
});

it('two slow Backs are none', () => {
  const back = createDoubleBack();
  expect([0, 400, 900].map(back)).toEqual([false, false, false]);
});

it('Backs that something open answers to are no taps of the double', () => {
  const back = createDoubleBack();
  openLayers.add('a sheet');
  expect([0, 100].map(back)).toEqual([false, false]);
  // The second one closed the sheet, so the next is a first one.
  openLayers.clear();
  expect([200, 300].map(back)).toEqual([false, true]);
});

it('a Back that skips the entry of a closed sheet ends the double', () => {
  const back = createDoubleBack();
  expect(back(0)).toBe(false);
  history.replaceState({ layer: 'closed' }, '');
  expect(back(100)).toBe(false);
  history.replaceState(null, '');
  expect(back(200)).toBe(false);
});

it('the step back after a sheet was closed by its button is no tap of the double', () => {
  vi.spyOn(history, 'back').mockImplementation(() => popState());
  const isDouble = createDoubleBack();
  const back = (at: number) => {
    popState();
    return isDouble(at);
  };
  backSilently();
  expect(isDouble(0)).toBe(false);
  expect(back(100)).toBe(false);
  expect(back(200)).toBe(true);
});

it('nor is the one that skips the entry of a closed sheet', () => {
  const stepBack = vi.spyOn(history, 'back').mockImplementation(() => undefined);
  const isDouble = createDoubleBack();
  const back = (at: number) => {
    popState();
    return isDouble(at);
  };
  history.replaceState({ layer: 'closed' }, '');
  expect(back(0)).toBe(false);
  expect(stepBack).toHaveBeenCalledOnce();
  history.replaceState(null, '');
  expect(back(50)).toBe(false);
  expect(back(150)).toBe(false);
});
