// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

it('writes every apostrophe straight, as the specification does', () => {
  const files = globSync(
    ['apps/web/{src,build}/**/*.{ts,tsx,po}', 'apps/web/index.html', 'packages/contract/src/**/*.ts'],
    {
      cwd: root,
    },
  );
  expect(files.length).toBeGreaterThan(200);
  const curved = /[\u2018\u2019]/;
  expect(files.filter((file) => curved.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
