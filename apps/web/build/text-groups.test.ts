// @vitest-environment node
import { expect, it } from 'vitest';
import { aroundScreens, type ScreenFiles } from './screen-files.ts';
import { groupTexts } from './text-groups.ts';

const screen = (now: string[], later: string[] = [], isStaff = false): ScreenFiles => ({
  isStaff,
  now: new Set(now),
  later: new Set(later),
});
const named = (prefix: string, count: number, file: string) =>
  Array.from({ length: count }, (_, at) => [`${prefix}${at}`, [file]] as const);

const groups = groupTexts(
  new Map<string, readonly string[]>([
    ['Close', ['shell.tsx', 'login.tsx']],
    ['Sign in', ['login.tsx']],
    ['Password', ['login.tsx', 'security.tsx']],
    ['Tip', ['tip.tsx']],
    ['Lost', ['banner.tsx']],
    ...named('gift', 30, 'gifts.tsx'),
  ]),
  new Map([
    ['/login', screen(['login.tsx'], ['banner.tsx'])],
    ['/security', screen(['security.tsx'], ['login.tsx', 'gifts.tsx'])],
    ['/chat/:id', screen([], ['gifts.tsx', 'tip.tsx'])],
    ['/profile/:id', screen(['security.tsx'])],
    ['/admin', screen(['login.tsx'], [], true)],
    [aroundScreens, screen([], ['banner.tsx'])],
  ]),
  new Set(['shell.tsx']),
);
const idsOf = (name = '') => [...(groups.catalogs.get(name) ?? [])];

it('a screen waits for one catalogue, of what it shows at once beyond the first texts', () => {
  expect(idsOf('first')).toEqual(['Close']);
  expect(idsOf(groups.now.get('/login'))).toEqual(['Sign in', 'Password']);
  expect(idsOf(groups.now.get('/security'))).toEqual(['Password']);
  expect(groups.now.has('/chat/:id')).toBe(false);
  expect([...groups.staff]).toEqual(['/admin']);
});

it('screens that show the same texts have one catalogue', () => {
  expect(groups.now.get('/profile/:id')).toBe(groups.now.get('/security'));
  expect(groups.now.get('/admin')).toBe(groups.now.get('/login'));
});

it('loads parts later: shared ones as one file, others with the screen, none twice', () => {
  const later = (path: string) => (groups.later.get(path) ?? []).map(idsOf);
  expect(later('/chat/:id')).toEqual([named('gift', 30, '').map(([id]) => id), ['Tip']]);
  expect(later('/security')[0]).toHaveLength(30);
  expect(later('/security')[1]).toEqual(['Sign in']);
  expect(later(aroundScreens)).toEqual([['Lost']]);
  expect(later('/login')).toEqual([]);
});
