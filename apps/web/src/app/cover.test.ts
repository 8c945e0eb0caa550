import { afterEach, beforeAll, expect, it } from 'vitest';
import { changeDisguise, disguiseStore } from '../lib/disguise.ts';
import { openLayers } from '../lib/layers.ts';
import { watchCover } from './cover.tsx';

const back = () => dispatchEvent(new PopStateEvent('popstate'));
const isCovered = () => disguiseStore.get().active !== null;

beforeAll(() => {
  changeDisguise({ isEnabled: true, selectedDisguise: 'notes', panicModeEnabled: true });
  watchCover();
});
afterEach(() => {
  openLayers.clear();
  history.replaceState(null, '');
});

it('two quick Backs are no panic while something open answers to them', () => {
  openLayers.add('a sheet');
  back();
  back();
  expect(isCovered()).toBe(false);
});

it('a Back that closes a sheet is no tap of the double', () => {
  openLayers.add('a sheet');
  back();
  openLayers.clear();
  back();
  expect(isCovered()).toBe(false);
  // Nor one that skips the entry which a closed sheet has left behind.
  history.replaceState({ layer: 'gone' }, '');
  back();
  history.replaceState(null, '');
  expect(isCovered()).toBe(false);
});

it('one Back is none, and two are panic while nothing of the app answers', async () => {
  // Longer than a double takes.
  await new Promise((passed) => setTimeout(passed, 450));
  back();
  expect(isCovered()).toBe(false);
  back();
  expect(isCovered()).toBe(true);
});
