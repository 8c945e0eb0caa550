import { sumOfCounts } from './count-lines.ts';

// Adds the last lines of several runs, given as arguments.

const { skipped, ...sum } = sumOfCounts(process.argv.slice(2));
if (skipped > 0) console.log(`${skipped} skipped: this machine lacks what they need, named above`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 ? 1 : 0;
