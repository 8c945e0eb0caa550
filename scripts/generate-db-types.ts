import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';

// Writes the row types from a migrated database named by DATABASE_URL; with --verify it compares them instead.
const url = process.env.DATABASE_URL;
if (!url) throw new Error('DATABASE_URL: name an empty database to migrate and read');
const database = openDatabase(url, { size: 2 });
await migrate(database.db);
await database.close();
const out = join(import.meta.dirname, '../apps/server/src/platform/database-types.ts');
const options = [
  '--dialect',
  'postgres',
  '--camel-case',
  'false',
  '--exclude-pattern',
  '{kysely_*,graphile_worker.*}',
  '--type-mapping',
  '{"int8":"bigint"}',
  '--out-file',
  out,
  ...(process.argv.includes('--verify') ? ['--verify'] : []),
];
execFileSync('kysely-codegen', ['--url', url, ...options], { stdio: 'inherit' });
