import { checkSteps, runStep } from './steps.ts';

// Types, lint and zones; with --dead also unused code.
const steps = checkSteps();
if (process.argv.includes('--dead')) steps.push({ name: 'dead code', command: ['knip'] });
let failed = 0;
for (const step of steps) {
  if (await runStep(step)) continue;
  failed += 1;
  if (step.name === 'lint') console.log('       npm run format mends most of it');
}
process.exitCode = failed > 0 ? 1 : 0;
