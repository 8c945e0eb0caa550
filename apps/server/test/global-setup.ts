import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/platform/database.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { migrateJobs } from '../src/platform/job-runner.ts';
import { migrate } from '../src/platform/migrate.ts';
import { letCheckedCreatorsPublish } from './levels.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a role that may create databases. */
    testServerUrl: string;
    /** Name of the migrated database that each test file clones. */
    testTemplate: string;
  }
}

/** One PostgreSQL and one migrated template for the whole run; TEST_DATABASE_URL names a server to use instead. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await startThrowaway();
  const template = `vlam_template_${randomBytes(6).toString('hex')}`;
  await administer(server.url, `create database ${template}`);
  const database = openDatabase(withDatabase(server.url, template), { size: 2, statementTimeoutMs: 60_000 });
  await migrate(database.db);
  await migrateJobs(database.pool);
  await letCheckedCreatorsPublish(database);
  await database.close();
  project.provide('testServerUrl', server.url);
  project.provide('testTemplate', template);
  return async () => {
    await administer(server.url, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
}

async function startThrowaway(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vlam-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
