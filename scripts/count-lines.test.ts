import { expect, it } from 'vitest';
import { countLine, sumOfCounts } from './count-lines.ts';

it('adds the last lines of runs, and what was skipped', () => {
  const lines = [
    { passed: 6_000, failed: 0, skipped: 12 },
    { passed: 80, failed: 2, skipped: 0 },
  ].map(countLine);
  expect(sumOfCounts(lines)).toEqual({ passed: 6_080, failed: 2, skipped: 12 });
});

it('counts a run that ended without its count as a failure', () => {
  expect(sumOfCounts(['5 passed, 0 failed', 'Killed', ''])).toEqual({ passed: 5, failed: 2, skipped: 0 });
});
