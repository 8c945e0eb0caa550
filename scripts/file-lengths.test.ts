import { expect, it } from 'vitest';
import { findLongFiles } from './file-lengths.ts';

const ofLines = (path: string, count: number) => ({ path, text: 'x\n'.repeat(count) });

it('finds source files of more than 400 lines, except generated ones', () => {
  const files = [
    ofLines('apps/server/src/a.ts', 400),
    ofLines('e2e/b.ts', 401),
    ofLines('apps/server/src/platform/database-types.ts', 1_400),
  ];
  expect(findLongFiles(files)).toEqual(['e2e/b.ts has 401 lines: at most 400']);
});
