import { expect, it } from 'vitest';
import { sourceOf } from './visit.ts';

const way = { loaded: null, before: null, referrer: '', wasSearched: false };
const at = (path: string) => new URL(`https://vlam.test${path}`);

it('names the way to a page', () => {
  expect(sourceOf({ ...way, loaded: at('/@naledi') })).toBe('link');
  expect(sourceOf({ ...way, loaded: at('/profile/1?offer=WINTER') })).toBe('link');
  expect(sourceOf({ ...way, loaded: at('/profile/1'), referrer: 'https://elsewhere.test/' })).toBe('link');
  expect(sourceOf({ ...way, loaded: at('/profile/1'), referrer: 'https://vlam.test/login' })).toBe('direct');
  expect(sourceOf({ ...way, loaded: at('/profile/1') })).toBe('direct');
  expect(sourceOf({ ...way, before: '/' })).toBe('feed');
  expect(sourceOf({ ...way, before: '/creators' })).toBe('discovery');
  expect(sourceOf({ ...way, before: '/', wasSearched: true })).toBe('search');
});
