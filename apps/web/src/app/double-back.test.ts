import { beforeEach, expect, it } from 'vitest';
import { openLayers } from '../lib/layers.ts';
import { createDoubleBack } from './double-back.ts';

// Other files share the document.
beforeEach(() => {
  openLayers.clear();
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
