// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from '../build/slim-contract.ts';

const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname, exclude: (name) => /\.test\./.test(name) });

describe('the table of operations that a module brings along', () => {
  it('holds those it calls, by name or through what takes a name', () => {
    for (const code of [
      'api.nearby({})',
      "queryOf('nearby')",
      'useIt("nearby", 1)',
      'operations.nearby',
      'api\n  .nearby(',
    ])
      expect(calls(code, 'nearby'), code).toBe(true);
    for (const code of ["keyOf('nearby')", 'const nearby = 1;', 'api.nearbyCells()', "'nearbyCells'"])
      expect(calls(code, 'nearby'), code).toBe(false);
  });

  it('could miss a call only where the client is taken apart, which nothing does', () => {
    const apart = /\bapi\[|\} = api\b|\.\.\.api\b|\bapi as\b|\bkeys\(api\)/;
    const found = files.filter((file) => apart.test(readFileSync(join(import.meta.dirname, file), 'utf8')));
    expect(found).toEqual(['lib/api.ts']);
  });
});
