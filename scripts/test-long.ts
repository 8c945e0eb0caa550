import { globSync } from 'node:fs';
import { firefox, postgres15 } from '../apps/server/test/machine.ts';
import { startOtherPostgres } from '../apps/server/test/postgres-15.ts';
import { missingFirefox } from '../e2e/firefox/global-setup.ts';
import { littleSql, withoutDatabase } from './long-tests.ts';
import { root } from './steps.ts';
import {
  buildWeb,
  type Count,
  noCounts,
  noTimeLeft,
  report,
  runStories,
  runTests,
  type StoryRun,
  secondsLeft,
  storiesOf,
  taggedLong,
} from './test-run.ts';

// Soaks, faults, simulations, timing, every screen, and those tests on the oldest supported PostgreSQL
// that depend on it. The budget is twenty minutes on two cores.

/** The server's tests on PostgreSQL 15 take so long on two cores. */
const postgresSeconds = 150;

async function onPostgres15(folder: string): Promise<Count> {
  const skipped = ['the server on PostgreSQL 15: POSTGRES_15 names no folder of its programs'];
  if (!postgres15) return { ...noCounts, skipped };
  if (secondsLeft() < postgresSeconds) return { ...noCounts, skipped: [`the server on PostgreSQL 15: ${noTimeLeft}`] };
  const server = await startOtherPostgres(postgres15);
  try {
    const without = new Set(globSync([...withoutDatabase, ...littleSql], { cwd: root }));
    const files = globSync('apps/server/**/*.test.ts', { cwd: root }).filter((file) => !without.has(file));
    const env = { TEST_DATABASE_URL: server.url };
    const count = await runTests('postgres-15', ['server'], folder, { files, env });
    return { ...count, failures: count.failures.map((failure) => `on PostgreSQL 15, ${failure}`) };
  } finally {
    await server.stop();
  }
}

await report(async (folder) => {
  const counts = await buildWeb();
  const tagged = taggedLong('{apps,packages,scripts}/**/*.test.{ts,tsx}');
  // Faults and soaks mostly wait, so the others run beside them.
  counts.push(
    ...(await Promise.all([
      runTests('long', ['long'], folder, { tests: 'all' }),
      runTests('tagged', ['unit', 'server', 'web'], folder, { files: tagged, tests: 'long' }),
    ])),
  );
  const everyday = new Set(storiesOf('everyday'));
  const stories: StoryRun[] = [
    { files: storiesOf('long'), tests: 'all', seconds: 280 },
    // All tests of the other files are among those above.
    { files: taggedLong('e2e/**/*.e2e.ts').filter((file) => everyday.has(file)), tests: 'long', seconds: 150 },
  ];
  // Uploads and delivery with a bucket instead of a disk.
  const inBucket = ['e2e/gallery.e2e.ts', 'e2e/own-photo.e2e.ts', 'e2e/upload.e2e.ts'];
  stories.push({ files: inBucket, tests: 'all', seconds: 150, env: { E2E_S3: '1' } });
  const inFirefox = globSync('e2e/firefox/*.firefox.ts', { cwd: root }).sort();
  if (firefox) stories.push({ files: inFirefox, tests: 'all', project: 'firefox' });
  else counts.push({ ...noCounts, skipped: inFirefox.map((file) => `${file}: ${missingFirefox}`) });
  counts.push(...(await runStories(stories, folder)));
  counts.push(await onPostgres15(folder));
  return counts;
});
