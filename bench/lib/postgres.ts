import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres.ts';
import { migrateJobs } from '../../apps/server/src/platform/job-runner.ts';
import { migrate } from '../../apps/server/src/platform/migrate.ts';
import { processorMs } from './processor-time.ts';

export interface BenchPostgres {
  version: string;
  /** Creates an empty database and returns its connection string. */
  createDatabase(name: string): Promise<string>;
  /** Makes a database with the product's schema. */
  createMigrated(name: string, poolSize?: number): Promise<{ url: string; database: Database }>;
  dropDatabase(name: string): Promise<void>;
  /** Processor time of all its processes so far, in milliseconds; NaN for a server of BENCH_DATABASE_URL. */
  processorMs(): number;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL that comes with the product, in a folder of its own, with fsync on; or the server of
 * BENCH_DATABASE_URL, for peers the other does not have (PostGIS).
 */
export async function startBenchPostgres(): Promise<BenchPostgres> {
  const given = process.env.BENCH_DATABASE_URL;
  const dataDir = given ? null : await mkdtemp(join(tmpdir(), 'vlam-bench-'));
  const server = dataDir
    ? await startEmbeddedPostgres({ dataDir, durable: true })
    : { url: given ?? '', pid: null, stop: async () => {} };
  const administer = async <Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const createDatabase = async (name: string) => {
    await administer(`create database ${name}`);
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const [settings] = await administer<{ version: string; fsync: string; commit: string }>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit`,
  );
  if (settings?.fsync !== 'on' || settings.commit !== 'on') throw new Error('commits are not durable here');
  return {
    version: settings.version,
    createDatabase,
    async createMigrated(name, poolSize = 12) {
      const url = await createDatabase(name);
      const database = openDatabase(url, { size: poolSize, statementTimeoutMs: 600_000 });
      await migrate(database.db);
      await migrateJobs(database.pool);
      return { url, database };
    },
    dropDatabase: async (name) => void (await administer(`drop database if exists ${name} with (force)`)),
    processorMs: () => (server.pid === null ? Number.NaN : processorMs(server.pid)),
    async stop() {
      await server.stop();
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
