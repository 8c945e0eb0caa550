import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { staleWebHash } from '../apps/server/src/platform/web-build.ts';
import { describeMachine, findMemoryFolder } from '../apps/server/test/machine.ts';
import { type DemoWorld, makeDemoWorld } from '../e2e/support/demo-server.ts';
import { countLine } from './count-lines.ts';
import { longStories } from './long-tests.ts';
import { findMissing, root, runProgram, runStep, type Step } from './steps.ts';
import { groupStories } from './story-groups.ts';

export interface Count {
  passed: number;
  failed: number;
  /** Failures and their reasons, repeated at the end: the first report may be thousands of lines up. */
  failures: string[];
  /** Tests that passed at their second attempt, where that is allowed: something in them depends on chance. */
  secondAttempts: string[];
  /** Tests this machine could not run. */
  skipped: string[];
  /** Where each test that ran is written, once for each of its cases. */
  places: string[];
}

export const noCounts: Count = { passed: 0, failed: 0, failures: [], secondAttempts: [], skipped: [], places: [] };
/** Stories, and other tests, of a run that may fail once by chance; more of either are a fault. */
const maxSecondAttempts = { stories: 2, 'other tests': 4 } as const;

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
    assertionResults: {
      status: string;
      fullName: string;
      failureMessages: string[];
      tags: string[];
      location?: { line: number; column: number };
    }[];
  }[];
}

/** Tests of a report that ended so and failed at least once, each with the start of its reason. */
const failedOnce = ({ testResults }: Report, end: 'failed' | 'passed') =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === end && failureMessages.length > 0)
      .map((test) => `${relative(root, name)}: ${test.fullName}\n${test.failureMessages.join('\n').slice(0, 2_000)}`),
  );
const namesOf = ({ testResults }: Report, wanted: RegExp, tests: Tests = 'all') =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(
        ({ status, tags }) => wanted.test(status) && (tests === 'all' || tags.includes('long') === (tests === 'long')),
      )
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );
const placesOf = ({ testResults }: Report) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ location, fullName }) => `${relative(root, name)}:${location?.line ?? fullName}:${location?.column}`),
  );
/** The files that took longest, in seconds. */
const slowestOf = ({ testResults }: Report) =>
  testResults
    .map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1_000,
    }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, 5);
const unloaded = ({ testResults }: Report) =>
  testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name, message }) => `${relative(root, name)}: ${message.slice(0, 2_000)}`);

/** Which tests of the files to run: those tagged `long`, the others, or all. */
type Tests = 'long' | 'everyday' | 'all';
const filterOf: Record<Tests, string[]> = {
  long: ['--tagsFilter=long'],
  everyday: ['--tagsFilter=!long'],
  all: [],
};

/** Runs vitest projects and counts their tests; a file that could not even be loaded counts as one failure. */
export async function runTests(
  name: string,
  projects: readonly string[],
  folder: string,
  {
    files = [],
    env = {},
    tests = 'everyday',
  }: { files?: readonly string[]; env?: Record<string, string>; tests?: Tests } = {},
): Promise<Count> {
  const since = performance.now();
  const file = join(folder, `${name}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const strayFile = join(folder, `${name}-stray.json`);
  const stray = join(import.meta.dirname, 'stray-errors.ts');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, `--reporter=${stray}`];
  const { ok } = await runProgram(
    [
      'vitest',
      'run',
      '--passWithNoTests',
      '--includeTaskLocation',
      ...chosen,
      ...filterOf[tests],
      ...reporters,
      ...files,
    ],
    { quiet: false, env: { ...env, STRAY_ERRORS: strayFile } },
  );
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => null,
  );
  // Tests whose hooks failed never ran; that is no skip.
  const neverRun = report ? namesOf(report, /pending/).map((test) => `${test}: did not run`) : [];
  const failures = report ? [...failedOnce(report, 'failed'), ...unloaded(report), ...neverRun] : [];
  // Errors outside every test fail the run without failing a test.
  if (!ok && failures.length === 0) {
    const errors = await readFile(strayFile, 'utf8').catch(() => 'see the output above');
    failures.push(`${name}: an error outside every test: ${errors.slice(0, 4_000)}`);
  }
  console.log(`TIME ${name}: ${((performance.now() - since) / 1_000).toFixed(0)} s`);
  for (const { name: slow, seconds } of report ? slowestOf(report) : [])
    if (seconds >= 10) console.log(`SLOW ${name}: ${slow} ${seconds.toFixed(0)} s`);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: failures.length,
    failures,
    secondAttempts: report ? failedOnce(report, 'passed') : [],
    skipped: report ? namesOf(report, /skipped|todo/, tests) : [],
    places: report ? placesOf(report) : [],
  };
}

/** Runs `act` for each item, at most `width` concurrently, in order. */
export async function runConcurrently<Each>(
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
  const missing = findMissing(step.needs ?? []);
  if (missing) return { ...noCounts, skipped: [`${step.name}: ${missing}`] };
  const ok = await runStep(step);
  return ok ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1, failures: [`${step.name}: see the output above`] };
}

/** Builds the web app when its build is outdated: some tests read the build. */
export async function buildWeb(): Promise<Count[]> {
  if ((await staleWebHash()) === null) return [];
  return [await countStep({ name: 'build of the web app', command: ['node', 'scripts/build-web.ts'] })];
}

/** Files with a test that is tagged `long`. */
export const taggedLong = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("tags: ['long']"))
    .sort();

/** Files of stories: those of `npm test`, and those of which `npm run test:long` runs every test. */
export function storiesOf(run: 'everyday' | 'long'): string[] {
  const long = new Set(longStories.flatMap((pattern) => globSync(pattern, { cwd: root })));
  return globSync('e2e/**/*.e2e.ts', { cwd: root })
    .filter((file) => long.has(file) === (run === 'long'))
    .sort();
}

/** Files of one project of stories, and which of their tests to run. */
export interface StoryRun {
  files: readonly string[];
  tests: Tests;
  project?: 'browser' | 'firefox';
  /** A group of them takes at most so long on two cores. */
  seconds?: number;
  /** Settings of the server. */
  env?: Record<string, string>;
}

export const noTimeLeft = 'the time of this run is over (LONG_UNTIL)';

/** Seconds until `LONG_UNTIL`, in seconds since 1970; without it there is no end. */
export const secondsLeft = (): number =>
  process.env.LONG_UNTIL ? Number(process.env.LONG_UNTIL) - Date.now() / 1_000 : Number.POSITIVE_INFINITY;

/** Runs stories in groups, each on its own copy of the world `made`, which is removed at the end. */
export async function runStories(
  runs: readonly StoryRun[],
  folder: string,
  made: Promise<DemoWorld> = makeDemoWorld(),
): Promise<Count[]> {
  const groups = runs.flatMap(({ files, tests, project = 'browser', env: own = {}, seconds = 240 }) =>
    groupStories(files).map((group) => ({ group, tests, project, own, seconds })),
  );
  const counts: Count[] = [];
  const world = await made;
  try {
    // With more at once, two cores no longer play a call or a show in time.
    await runConcurrently(2, groups, async ({ group, tests, project, own, seconds }, index) => {
      if (secondsLeft() < seconds) {
        counts.push({ ...noCounts, skipped: group.map((file) => `${file}: ${noTimeLeft}`) });
        return;
      }
      const env = { E2E_WORLD: world.folder, ...own };
      counts.push(await runTests(`${project}-${index + 1}`, [project], folder, { files: group, env, tests }));
    });
  } finally {
    await world.remove();
  }
  return counts;
}

/** Removes the folders of killed runs: in memory they would stay until the machine restarts. */
async function removeOrphans(memory: string): Promise<void> {
  for (const name of await readdir(memory)) {
    const pid = /^vlam-run-(\d+)-/.exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) await rm(join(memory, name), { recursive: true, force: true });
  }
}

/** Runs `act` with a folder for reports, and exits with its total; the last line is the sum. */
export async function report(act: (folder: string) => Promise<Count[]>): Promise<void> {
  const memory = findMemoryFolder();
  if (memory) await removeOrphans(memory);
  const folder = await mkdtemp(join(memory ?? tmpdir(), `vlam-run-${process.pid}-`));
  // Temporary files of the tests go there.
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  // Node compiles the same sources in every process of the run.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  const counts = await act(folder).finally(() => rm(folder, { recursive: true, force: true }));
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  const second = counts.flatMap(({ secondAttempts }) => secondAttempts);
  for (const [kind, isStory] of [
    ['stories', true],
    ['other tests', false],
  ] as const) {
    const number = second.filter((test) => test.startsWith('e2e/') === isStory).length;
    if (number > maxSecondAttempts[kind])
      counts.push({
        ...noCounts,
        failed: 1,
        failures: [`${number} ${kind} passed at the second try only, named above`],
      });
  }
  const all = (key: 'failures' | 'secondAttempts' | 'skipped' | 'places') => counts.flatMap((count) => count[key]);
  const sum = (key: 'passed' | 'failed') => counts.reduce((total, count) => total + count[key], 0);
  for (const skipped of all('skipped')) console.log(`SKIPPED ${skipped}`);
  for (const second of all('secondAttempts')) console.log(`PASSED AT THE SECOND TRY ${second}\n`);
  for (const failure of all('failures')) console.log(`FAILED ${failure}\n`);
  console.log(`${new Set(all('places')).size} tests are written; they ran as ${all('places').length} cases`);
  console.log(await describeMachine({ inMemory: memory !== null }));
  console.log(countLine({ passed: sum('passed'), failed: sum('failed'), skipped: all('skipped').length }));
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}
