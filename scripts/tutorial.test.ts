import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './steps.ts';

const tutorial = readFileSync(join(root, 'docs/tutorial.md'), 'utf8');

/** Lines of a hunk before (context and removed) or after it (context and added). */
const linesOf = (hunk: string, kinds: string) =>
  hunk
    .split('\n')
    .filter((line) => line !== '' && kinds.includes(line.charAt(0)))
    .map((line) => line.slice(1))
    .join('\n');

const hunks = [...tutorial.matchAll(/```diff\n--- (\S+)\n([\s\S]*?)```/g)].flatMap(([, file = '', body = '']) =>
  body.split('@@\n').map((hunk, index) => ({
    ...{ file, index: index + 1 },
    ...{ before: linesOf(hunk, ' -'), after: linesOf(hunk, ' +') },
  })),
);

describe('docs/tutorial.md', () => {
  it.each(hunks)('changes lines that are in $file, hunk $index', ({ file, before, after }) => {
    const text = readFileSync(join(root, file), 'utf8');
    // After: in the branch of a reader who follows it.
    expect([before, after].map((lines) => text.split(lines).length)).toContain(2);
  });

  it('names a number for its migration that no other has', () => {
    const [own = ''] = /\d{4}-gifts\.occasion\.sql/.exec(tutorial) ?? [];
    const others = globSync('apps/server/migrations/*.sql', { cwd: root }).filter((file) => !file.endsWith(own));
    expect(own).not.toBe('');
    expect(others.filter((file) => file.includes(`/${own.slice(0, 4)}-`))).toEqual([]);
  });

  it('names commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const named = [...tutorial.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !(String(name) in scripts))).toEqual([]);
  });
});
