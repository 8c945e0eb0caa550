import { countLine } from './test-run.ts';

// Adds the last lines of several runs, given as arguments; a run that ended without its count is a failure.

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const line of process.argv.slice(2)) {
  const [, passed, failed, skipped = 0] = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line) ?? [];
  sum.passed += Number(passed ?? 0);
  sum.failed += Number(failed ?? 1);
  sum.skipped += Number(skipped);
}
console.log(countLine(sum));
process.exitCode = sum.failed > 0 ? 1 : 0;
