// @vitest-environment node
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { staticImports } from './static-imports.ts';

const src = join(import.meta.dirname, '../src');
let modules: string[];
beforeAll(async () => {
  modules = [...(await staticImports([join(src, 'app/routes/home.tsx')]))];
}, 60_000);

describe('static imports of a screen', () => {
  it('include the screen and its transitive imports', () => {
    for (const file of ['app/routes/home.tsx', 'app/routes/home-hero.tsx', 'components/ui/country-map.tsx'])
      expect(modules).toContain(join(src, file));
    expect(modules.some((file) => file.includes('node_modules'))).toBe(true);
  });

  it('exclude dynamic imports and the schemas of called operations', () => {
    expect(modules).not.toContain(join(src, 'features/discovery/components/filter-sheet.tsx'));
    expect(modules.filter((file) => /[\\/]zod[\\/]/.test(file))).toEqual([]);
  });
});
