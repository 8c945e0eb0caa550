import { globSync } from 'node:fs';
import { makeDemoWorld } from '../e2e/support/demo-server.ts';
import { checkSteps, root } from './steps.ts';
import {
  buildWeb,
  type Count,
  countStep,
  noCounts,
  report,
  runConcurrently,
  runStories,
  runTests,
  storiesOf,
} from './test-run.ts';

// Tests of everyday behaviour; the budget is ten minutes on two cores. With arguments, only tests whose path contains
// one of them. The last line is "N passed, N failed".

const filters = process.argv.slice(2);
await report(filters.length > 0 ? runSome : runAll);

async function runAll(folder: string): Promise<Count[]> {
  const counts: Count[] = [];
  await runConcurrently(2, checkSteps(), async (step) => void counts.push(await countStep(step)));
  counts.push(...(await buildWeb()));
  const world = makeDemoWorld();
  // The stories report its failure; until then it is not awaited.
  world.catch(() => {});
  const both = [runTests('tests', ['unit', 'server', 'web'], folder), runTests('waiting', ['waiting'], folder)];
  counts.push(...(await Promise.all(both)));
  counts.push(...(await runStories([{ files: storiesOf('everyday'), tests: 'everyday' }], folder, world)));
  return counts;
}

async function runSome(folder: string): Promise<Count[]> {
  const isMeant = (file: string) => filters.some((filter) => file.includes(filter));
  const files = globSync('{apps,packages,scripts}/**/*.test.{ts,tsx}', { cwd: root }).filter(isMeant);
  const stories = storiesOf('everyday').filter(isMeant);
  if (files.length + stories.length === 0)
    return [{ ...noCounts, failed: 1, failures: [`no test has ${filters.join(' or ')} in its path`] }];
  const counts: Count[] = [];
  if (files.length > 0) counts.push(await runTests('tests', ['unit', 'server', 'waiting', 'web'], folder, { files }));
  // Their program takes half a minute to start, so they are asked for by their folder.
  if (stories.length > 0 && filters.some((filter) => filter.startsWith('e2e/'))) {
    counts.push(...(await buildWeb()));
    counts.push(await runTests('stories', ['browser'], folder, { files: stories }));
  }
  return counts;
}
