import { describe, expect, it } from 'vitest';
import { localPath } from './entry.ts';

describe('where a sign-in leads', () => {
  it.each([
    ['/credits', '/credits'],
    ['/profile/1?tab=media#top', '/profile/1?tab=media#top'],
    ['/a/../credits', '/credits'],
  ])('goes to %s', (next, path) => expect(localPath(next)).toBe(path));

  it.each([
    null,
    '',
    'credits',
    'https://elsewhere.test/',
    '//elsewhere.test',
    '/\\elsewhere.test',
    '/\t/elsewhere.test',
  ])('goes home for %j', (next) => expect(localPath(next)).toBe('/'));
});
