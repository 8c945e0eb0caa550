import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { staleWebHash } from '../apps/server/src/platform/web-build.ts';
import { describeMachine } from '../apps/server/test/machine.ts';
import { makeDemoWorld } from '../e2e/support/demo-server.ts';
import { longStories } from './long-tests.ts';
import { lotsOf } from './lots.ts';
import { root, runProgram, runStep, type Step } from './steps.ts';

export interface Count {
  passed: number;
  failed: number;
  /** What failed and why, said again at the end: the place where it was said first may be thousands of lines up. */
  failures: string[];
  /** The same of what passed at the second try, where that is allowed: something in it is left to chance. */
  seconds: string[];
  /** What this machine could not run. */
  skipped: string[];
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
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
const namesOf = ({ testResults }: Report, wanted: RegExp) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => wanted.test(status))
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );
/** The files that took longest, in seconds. */
const slowestOf = ({ testResults }: Report) =>
  testResults
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: (endTime - startTime) / 1_000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, 5);
const unloaded = ({ testResults }: Report) =>
  testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name, message }) => `${relative(root, name)}: ${message.slice(0, 2_000)}`);

/** Runs vitest projects and counts their tests; a file that could not even be loaded counts as one failure. */
export async function runTests(
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
  // Tests whose hooks failed never ran; that is no skip.
  const neverRun = report ? namesOf(report, /pending/).map((test) => `${test}: did not run`) : [];
  const failures = report ? [...failedOnce(report, 'failed'), ...unloaded(report), ...neverRun] : [];
  // Errors outside every test fail the run without failing a test.
  if (!ok && failures.length === 0) failures.push(`${name}: an error outside every test, said above`);
  for (const { name: slow, seconds } of report ? slowestOf(report) : [])
    if (seconds >= 10) console.log(`SLOW ${name}: ${slow} ${seconds.toFixed(0)} s`);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: failures.length,
    failures,
    seconds: report ? failedOnce(report, 'passed') : [],
    skipped: report ? namesOf(report, /skipped|todo/) : [],
  };
}

/** Does something with each, at most so many at once, in their order. */
export async function inTurns<Each>(
  width: number,
  all: readonly Each[],
  act: (each: Each, index: number) => Promise<void>,
) {
  const rest = all.entries();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const [index, each] of rest) await act(each, index);
    }),
  );
}

/** Runs a step and counts it as one. */
export async function countStep(step: Step): Promise<Count> {
  const ok = await runStep(step);
  return {
    passed: ok ? 1 : 0,
    failed: ok ? 0 : 1,
    failures: ok ? [] : [`${step.name}: said above`],
    seconds: [],
    skipped: [],
  };
}

/** Builds the web app where the built one is old: some tests look at what is built. */
export async function buildWeb(): Promise<Count[]> {
  if ((await staleWebHash()) === null) return [];
  return [await countStep({ name: 'build of the web app', command: ['node', 'scripts/build-web.ts'] })];
}

/** Stories of one of the two runs. */
export function storiesOf(run: 'everyday' | 'long'): string[] {
  const long = new Set(longStories.flatMap((pattern) => globSync(pattern, { cwd: root })));
  return globSync('e2e/**/*.e2e.ts', { cwd: root })
    .filter((file) => long.has(file) === (run === 'long'))
    .sort();
}

/** Runs stories in lots, each in a world of its own. */
export async function runStories(files: readonly string[], folder: string): Promise<Count[]> {
  if (files.length === 0) return [];
  const counts: Count[] = [];
  // Made once: each lot starts from a copy of it.
  const world = await makeDemoWorld();
  try {
    // Two at a time: more would keep two cores so busy that waits in the stories run out.
    await inTurns(2, lotsOf(files), async (lot, index) => {
      counts.push(await runTests(`browser-${index + 1}`, ['browser'], folder, lot, { E2E_WORLD: world.folder }));
    });
  } finally {
    await world.remove();
  }
  return counts;
}

/** Runs `act` with a folder for reports, and ends the process with everything it counted; the last line is the sum. */
export async function report(act: (folder: string) => Promise<Count[]>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vlam-reports-'));
  const counts = await act(folder).finally(() => rm(folder, { recursive: true, force: true }));
  const all = (key: 'failures' | 'seconds' | 'skipped') => counts.flatMap((count) => count[key]);
  const sum = (key: 'passed' | 'failed') => counts.reduce((total, count) => total + count[key], 0);
  for (const second of all('seconds')) console.log(`PASSED AT THE SECOND TRY ${second}\n`);
  for (const skipped of all('skipped')) console.log(`SKIPPED ${skipped}`);
  for (const failure of all('failures')) console.log(`FAILED ${failure}\n`);
  console.log(await describeMachine());
  console.log(countLine({ passed: sum('passed'), failed: sum('failed'), skipped: all('skipped').length }));
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}

/** How every run ends. */
export const countLine = ({ passed, failed, skipped }: { passed: number; failed: number; skipped: number }): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
