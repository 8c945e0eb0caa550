import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './steps.ts';

/** Migrations that rename or drop what a release before them reads, by number, and why they may. */
const contracting: Record<string, string> = {
  ...Object.fromEntries(
    ['0320', '0321', '0322', '0323', '0324', '0325', '0326', '0327', '0328', '0329', '0330', '0331', '0332'].map(
      (number) => [number, 'no release had run before it'],
    ),
  ),
  '0480': 'no release had run before it',
  '0511': 'no release read the columns',
  '0861': 'no release had run before it',
};
const contracts = /\brename\b|\bdrop\s+(?:column|table|type|view|schema)\b|\balter\s+column\s+\w+\s+type\b/i;

it('a migration renames and drops nothing that the release before it reads', () => {
  const files = globSync('apps/server/migrations/*.sql', { cwd: root }).map((file) => basename(file));
  const found = files.filter((file) => {
    const text = readFileSync(join(root, 'apps/server/migrations', file), 'utf8').replace(/--.*$/gm, '');
    return contracts.test(text) && !(file.slice(0, 4) in contracting);
  });
  expect(found).toEqual([]);
});
