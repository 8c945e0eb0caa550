import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { staleWebHash } from '../apps/server/src/platform/web-build.ts';
import { makeDemoWorld } from '../e2e/support/demo-server.ts';
import { lotsOf } from './lots.ts';
import { checkSteps, root, runProgram, runStep, type Step } from './steps.ts';

// Everything that must hold. The last line says how much did: "N passed, N failed".

interface Count {
  passed: number;
  failed: number;
  /** What failed and why, said again at the end: the place where it was said first may be thousands of lines up. */
  failures: string[];
  /** The same of what passed at the second try, where that is allowed: something in it is left to chance. */
  seconds: string[];
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** Tests of a report that ended so and failed at least once, each with the start of its reason. */
const failedOnce = ({ testResults }: Report, end: 'failed' | 'passed') =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === end && failureMessages.length > 0)
      .map((test) => `${relative(root, name)}: ${test.fullName}\n${test.failureMessages.join('\n').slice(0, 2_000)}`),
  );
const unloaded = ({ testResults }: Report) =>
  testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name, message }) => `${relative(root, name)}: ${message.slice(0, 2_000)}`);

/** Runs vitest projects and counts their tests; a file that could not even be loaded counts as one failure. */
async function runTests(
  name: string,
  projects: readonly string[],
  folder: string,
  files: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Count> {
  const file = join(folder, `${name}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { ok } = await runProgram(['vitest', 'run', '--passWithNoTests', ...chosen, ...reporters, ...files], {
    quiet: false,
    env,
  });
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => null,
  );
  const failures = report ? [...failedOnce(report, 'failed'), ...unloaded(report)] : [];
  // Errors outside every test fail the run without failing a test.
  if (!ok && failures.length === 0) failures.push(`${name}: an error outside every test, said above`);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: failures.length,
    failures,
    seconds: report ? failedOnce(report, 'passed') : [],
  };
}

/** Does something with each, at most so many at once, in their order. */
async function inTurns<Each>(width: number, all: readonly Each[], act: (each: Each, index: number) => Promise<void>) {
  const rest = all.entries();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const [index, each] of rest) await act(each, index);
    }),
  );
}

const total: Count = { passed: 0, failed: 0, failures: [], seconds: [] };
const add = ({ passed, failed, failures, seconds }: Count) => {
  total.passed += passed;
  total.failed += failed;
  total.failures.push(...failures);
  total.seconds.push(...seconds);
};
/** Runs a step and counts it as one. */
const countStep = async (step: Step) => {
  const ok = await runStep(step);
  add({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, failures: ok ? [] : [`${step.name}: said above`], seconds: [] });
};

const folder = await mkdtemp(join(tmpdir(), 'vlam-reports-'));
try {
  await inTurns(2, checkSteps(), countStep);
  // Some tests look at what is built.
  if ((await staleWebHash()) !== null)
    await countStep({ name: 'build of the web app', command: ['node', 'scripts/build-web.ts'] });
  const web = globSync('apps/web/src/**/*.test.{ts,tsx}', { cwd: root }).length > 0 ? ['web'] : [];
  const both = [runTests('tests', ['unit', 'server', ...web], folder), runTests('waiting', ['waiting'], folder)];
  for (const count of await Promise.all(both)) add(count);
  if (globSync('e2e/**/*.e2e.ts', { cwd: root }).length > 0) {
    // Made once: each lot starts from a copy of it.
    const world = await makeDemoWorld();
    try {
      const lots = lotsOf(globSync('e2e/**/*.e2e.ts', { cwd: root }).sort());
      // Two at a time: more would keep two cores so busy that waits in the stories run out.
      await inTurns(2, lots, async (files, index) =>
        add(await runTests(`browser-${index + 1}`, ['browser'], folder, files, { E2E_WORLD: world.folder })),
      );
    } finally {
      await world.remove();
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = total.failed > 0 ? 1 : 0;
for (const second of total.seconds) console.log(`PASSED AT THE SECOND TRY ${second}\n`);
for (const failure of total.failures) console.log(`FAILED ${failure}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
