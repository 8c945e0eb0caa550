export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Last line of a run. */
export const countLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Sum of such lines; any other line is a run that ended without its count, which is one failure. */
export function sumOfCounts(lines: readonly string[]): Counts {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const line of lines) {
    const [, passed = 0, failed = 1, skipped = 0] = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line) ?? [];
    sum.passed += Number(passed);
    sum.failed += Number(failed);
    sum.skipped += Number(skipped);
  }
  return sum;
}
