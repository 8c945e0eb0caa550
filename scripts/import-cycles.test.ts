import { describe, expect, it } from 'vitest';
import { findImportCycles } from './import-cycles.ts';

const file = (path: string, ...specifiers: string[]) => ({
  path,
  text: specifiers.map((specifier) => `import type { Thing } from '${specifier}';\n`).join(''),
});

describe('import cycles', () => {
  it('passes files that import in one direction', () => {
    expect(
      findImportCycles([file('a/x.ts', './y.ts', '../b/z.ts'), file('a/y.ts', '../b/z.ts'), file('b/z.ts')]),
    ).toEqual([]);
  });

  it('refuses two files that import each other, also for types alone', () => {
    expect(findImportCycles([file('a/x.ts', './y.ts'), file('a/y.ts', './x.ts'), file('a/z.ts', './x.ts')])).toEqual([
      'a/x.ts, a/y.ts: import each other in a circle',
    ]);
  });

  it('refuses a circle over several folders, each circle once', () => {
    const long = [file('a/x.ts', '../b/y.ts'), file('b/y.ts', '../c/z.ts', './own.ts'), file('c/z.ts', '../a/x.ts')];
    expect(findImportCycles([...long, file('b/own.ts', './own.ts')])).toEqual([
      'b/own.ts: import each other in a circle',
      'a/x.ts, b/y.ts, c/z.ts: import each other in a circle',
    ]);
  });
});
