// @vitest-environment node
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { paths } from '../src/lib/paths.ts';
import { readScreens } from './read-screens.ts';

it('reads the file behind every path from the table of routes itself', async () => {
  const screens = await readScreens(join(import.meta.dirname, '../src'));
  expect(screens.map(({ path }) => path).sort()).toEqual(Object.values(paths).sort());
  for (const { path, file, isStaff } of screens) {
    expect([file, existsSync(file)]).toEqual([file, true]);
    expect([path, isStaff]).toEqual([path, path.startsWith('/admin')]);
  }
  const fileOf = (path: string) => basename(screens.find((each) => each.path === path)?.file ?? '');
  expect(['/', '/chat/:id', '/creator/:id', '/account', '/admin/dashboard'].map(fileOf)).toEqual([
    'home.tsx',
    'chat.tsx',
    'person.tsx',
    'security.tsx',
    'admin.tsx',
  ]);
});
