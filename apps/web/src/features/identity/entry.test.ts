import { describe, expect, it } from 'vitest';
import { registerRoutes, route } from '../../lib/router.tsx';
import { localPath, openLocal } from './entry.ts';

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

it('opens a screen as an entry of its own, which is not scrolled to where the form was', () => {
  registerRoutes([route('/', () => Promise.resolve({ Route: () => null }))]);
  history.replaceState(null, '', '/login');
  openLocal('/');
  expect(location.pathname).toBe('/');
  expect(history.state).toEqual({ key: expect.any(String) });
});
