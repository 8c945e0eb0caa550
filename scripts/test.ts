import { globSync } from 'node:fs';
import { makeDemoWorld } from '../e2e/support/demo-server.ts';
import { checkSteps, root } from './steps.ts';
import { buildWeb, type Count, countStep, inTurns, report, runStories, runTests, storiesOf } from './test-run.ts';

// What guards everyday behaviour; ten minutes on two cores are its budget. The last line is "N passed, N failed".

await report(async (folder) => {
  const counts: Count[] = [];
  await inTurns(2, checkSteps(), async (step) => void counts.push(await countStep(step)));
  counts.push(...(await buildWeb()));
  const web = globSync('apps/web/src/**/*.test.{ts,tsx}', { cwd: root }).length > 0 ? ['web'] : [];
  const world = makeDemoWorld();
  // Its failure is told by the stories; until then nobody waits for it.
  world.catch(() => {});
  const both = [runTests('tests', ['unit', 'server', ...web], folder), runTests('waiting', ['waiting'], folder)];
  counts.push(...(await Promise.all(both)));
  counts.push(...(await runStories([{ files: storiesOf('everyday'), tests: 'everyday' }], folder, world)));
  return counts;
});
