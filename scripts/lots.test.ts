import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lotsOf } from './lots.ts';

const files = globSync('e2e/**/*.e2e.ts', { cwd: join(import.meta.dirname, '..') });

describe('lots of stories', () => {
  it('hold every story once, also one that nobody has named', () => {
    const all = [...files, 'e2e/new.e2e.ts'];
    expect(lotsOf(all).flat().sort()).toEqual(all.sort());
    expect(lotsOf(all)[0]).toContain('e2e/new.e2e.ts');
  });

  it('keep what only looks apart from what acts', () => {
    const lot = (name: string) => lotsOf(files).find((each) => each.includes(`e2e/${name}.e2e.ts`)) ?? [];
    for (const looking of ['every-screen', 'every-screen-more', 'weight'])
      expect(lot(looking).filter((file) => /money|chat|nearby|story|calls|live/.test(file))).toEqual([]);
  });

  it('are none where there are no stories', () => {
    expect(lotsOf([])).toEqual([]);
  });
});
