import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { backSilently, openLayers, silentBack, watchLayers } from '../lib/layers.ts';
import { createDoubleBack } from './double-back.ts';

const listeners: Record<string, () => void> = {};
const popState = () => listeners.popstate?.();
const change = (name: 'pushState' | 'replaceState', state: unknown) => {
  history.replaceState(state, '');
  listeners[name]?.();
};
beforeEach(() => {
  // Other files share the document, so nothing listens in it.
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((name: string, listener: unknown) => {
    listeners[name] = listener as () => void;
  });
  openLayers.clear();
  Object.assign(silentBack, { isExpected: false, isNow: false });
  history.replaceState(null, '');
  watchLayers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a Forward is no tap of the double, and ends it', () => {
  const currentEntry = { index: 5 };
  vi.stubGlobal('navigation', { currentEntry });
  const isDouble = createDoubleBack();
  const go = (index: number, at: number) => {
    currentEntry.index = index;
    return isDouble(at);
  };
  expect([go(4, 0), go(5, 100), go(6, 200), go(5, 300), go(4, 400)]).toEqual([false, false, false, false, true]);
});

it('nor is one in a browser that does not number its entries', () => {
  const isDouble = createDoubleBack();
  change('pushState', { key: 'second' });
  change('pushState', { key: 'third' });
  change('replaceState', { key: 'third, renamed' });
  const go = (state: unknown, at: number) => {
    history.replaceState(state, '');
    return isDouble(at);
  };
  const [second, third] = [{ key: 'second' }, { key: 'third, renamed' }];
  expect([go(second, 0), go(third, 100), go(second, 200), go(null, 300)]).toEqual([false, false, false, true]);
  // An entry of an earlier page lies behind.
  expect([go({ key: 'earlier' }, 1_000), go({ key: 'before that' }, 1_100)]).toEqual([false, true]);
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
