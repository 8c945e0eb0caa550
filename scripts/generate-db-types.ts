import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { root } from './steps.ts';

// Writes the row types from a database that is made of the migrations and removed afterwards.
const dataDir = await mkdtemp(join(tmpdir(), 'vlam-types-'));
const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
try {
  const database = openDatabase(postgres.url, { size: 2 });
  await migrate(database.db);
  await database.close();
  const options = ['--dialect', 'postgres', '--camel-case', 'false', '--type-mapping', '{"int8":"bigint"}'];
  options.push('--exclude-pattern', '{kysely_*,graphile_worker.*}');
  options.push('--out-file', join(root, 'apps/server/src/platform/database-types.ts'));
  execFileSync('kysely-codegen', ['--url', postgres.url, ...options], { stdio: 'inherit' });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
