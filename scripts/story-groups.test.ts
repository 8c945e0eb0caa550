import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupStories } from './story-groups.ts';

const files = globSync('e2e/**/*.e2e.ts', { cwd: join(import.meta.dirname, '..') });

describe('story groups', () => {
  it('contain every story once, also unlisted ones', () => {
    const all = [...files, 'e2e/new.e2e.ts'];
    expect(groupStories(all).flat().sort()).toEqual(all.sort());
    const group = groupStories(all).find((each) => each.includes('e2e/new.e2e.ts'));
    expect(group).toEqual(expect.arrayContaining(['e2e/places.e2e.ts', 'e2e/settings.e2e.ts']));
    expect(group).not.toContain('e2e/chat.e2e.ts');
  });

  it('separate stories that only read from those that write', () => {
    const group = (name: string) => groupStories(files).find((each) => each.includes(`e2e/${name}.e2e.ts`)) ?? [];
    for (const reading of ['every-screen', 'every-screen-more', 'weight'])
      expect(group(reading).filter((file) => /money|chat|nearby|story|calls|live/.test(file))).toEqual([]);
  });

  it('are empty without stories', () => {
    expect(groupStories([])).toEqual([]);
  });
});
