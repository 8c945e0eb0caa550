// @vitest-environment node
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { staticImports } from './static-imports.ts';
import { areaOf, aroundScreens, readScreenTexts } from './text-areas.ts';

const root = join(import.meta.dirname, '..');

it('a feature is an area, and so is each other folder', () => {
  expect(['src/features/lives/labels.ts', 'src/app/screen.tsx', 'src/lib/form-messages.ts'].map(areaOf)).toEqual([
    'lives',
    'app',
    'lib',
  ]);
});

it('a screen has the areas of what it imports at once, then those of its parts, and none of other screens', async () => {
  const texts = await readScreenTexts(root, new Set());
  const chat = texts.get('/chat/:id');
  expect(chat?.now).toContain('messaging');
  expect(chat?.later).toContain('gifts');
  expect([...(chat?.now ?? []), ...(chat?.later ?? [])]).not.toContain('administration');
  expect(texts.get('/admin/users')?.now).toContain('administration');
  expect(texts.get(aroundScreens)?.now).toEqual([]);
  const first = await staticImports(['main.tsx', 'app/routes/home.tsx'].map((file) => join(root, 'src', file)));
  expect((await readScreenTexts(root, first)).get('/')?.now).toEqual([]);
});
