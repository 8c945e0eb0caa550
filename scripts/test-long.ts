import { postgres15 } from '../apps/server/test/machine.ts';
import { startOtherPostgres } from '../apps/server/test/postgres-15.ts';
import { buildWeb, type Count, report, runStories, runTests, storiesOf } from './test-run.ts';

// Soaks, faults, simulations, timing, every screen, and the server's tests on the oldest PostgreSQL that is supported.

async function onPostgres15(folder: string): Promise<Count> {
  const skipped = ['the server on PostgreSQL 15: POSTGRES_15 names no folder of its programs'];
  if (!postgres15) return { passed: 0, failed: 0, failures: [], seconds: [], skipped };
  const server = await startOtherPostgres(postgres15);
  try {
    const count = await runTests('postgres-15', ['server'], folder, [], { TEST_DATABASE_URL: server.url });
    return { ...count, failures: count.failures.map((failure) => `on PostgreSQL 15, ${failure}`) };
  } finally {
    await server.stop();
  }
}

await report(async (folder) => {
  const counts = await buildWeb();
  counts.push(await runTests('long', ['long'], folder));
  counts.push(...(await runStories(storiesOf('long'), folder)));
  counts.push(await onPostgres15(folder));
  return counts;
});
