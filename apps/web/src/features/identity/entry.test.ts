import { describe, expect, it } from 'vitest';
import { registerRoutes, route } from '../../lib/router.tsx';
import { localPath, openLocal } from './entry.ts';

describe('destination of a sign-in', () => {
  it.each([
    ['/credits', '/credits'],
    ['/profile/1?tab=media#top', '/profile/1?tab=media#top'],
    ['/a/../credits', '/credits'],
  ])('opens %s', (next, path) => expect(localPath(next)).toBe(path));

  it.each([
    null,
    '',
    'credits',
    'https://elsewhere.test/',
    '//elsewhere.test',
    '/\\elsewhere.test',
    '/\t/elsewhere.test',
  ])('opens home for %j', (next) => expect(localPath(next)).toBe('/'));
});

it('opens a screen as a new history entry, scrolled to the top', () => {
  registerRoutes([route('/', () => Promise.resolve({ Route: () => null }))]);
  history.replaceState(null, '', '/login');
  openLocal('/');
  expect(location.pathname).toBe('/');
  expect(history.state).toEqual({ key: expect.any(String) });
});
