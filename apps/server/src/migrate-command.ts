import { ConfigError } from './platform/config.ts';
import { migrateDatabase, readDatabaseUrls, requireDatabase, withPreparationLock } from './prepare-database.ts';

// `npm run migrate`: brings the tables up to date and ends, as a step of its own before processes of a new version start.
// It needs DATABASE_URL and, where the application owns nothing, MIGRATION_DATABASE_URL.

async function main(): Promise<void> {
  const urls = readDatabaseUrls(process.env);
  await requireDatabase(urls.application);
  if (urls.owner !== urls.application) await requireDatabase(urls.owner, 'MIGRATION_DATABASE_URL');
  await withPreparationLock(urls.owner, () => migrateDatabase(urls));
  console.log('The tables are up to date.');
}

// The first process of a container ignores signals that it does not handle. PostgreSQL undoes what was under way.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
