// @vitest-environment node
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aroundScreens, readScreenFiles } from './screen-files.ts';
import { staticImports } from './static-imports.ts';

const root = join(import.meta.dirname, '..');
const hasFeature = (files: ReadonlySet<string> = new Set(), name = '') =>
  [...files].some((file) => file.startsWith(`src/features/${name}/`));

it('a screen shows what it imports at once, then its parts, and nothing of other screens', async () => {
  const files = await readScreenFiles(root, new Set());
  const chat = files.get('/chat/:id');
  expect(hasFeature(chat?.now, 'messaging')).toBe(true);
  expect(hasFeature(chat?.now, 'gifts')).toBe(false);
  expect(hasFeature(chat?.later, 'gifts')).toBe(true);
  expect(hasFeature(chat?.now, 'administration') || hasFeature(chat?.later, 'administration')).toBe(false);
  expect(files.get('/admin/users')).toMatchObject({ isStaff: true });
  expect(hasFeature(files.get('/admin/users')?.now, 'administration')).toBe(true);
  expect(files.get(aroundScreens)?.now.size).toBe(0);
  const messages = 'src/lib/form-messages.ts';
  expect(files.get('/login')?.later.has(messages) && !files.get('/login')?.now.has(messages)).toBe(true);
  const first = await staticImports(['main.tsx', 'app/routes/home.tsx'].map((file) => join(root, 'src', file)));
  expect((await readScreenFiles(root, first)).get('/')?.now.size).toBe(0);
});
