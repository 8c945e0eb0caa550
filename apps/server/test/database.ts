import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { grantApplication } from '../src/platform/application-role.ts';
import { type Database, openDatabase } from '../src/platform/database.ts';

export interface TestDatabase {
  url: string;
  database: Database;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
}

/** A separate database, cloned from the migrated template in some 15 ms. Drop it in `afterAll`. */
export async function createTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const name = newName();
  await clone(name, inject('testTemplate'));
  return openTestDatabase(name, options.poolSize);
}

/** A separate database without tables. Drop it in `afterAll`. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = newName();
  await administer((client) => client.query(`create database ${name}`));
  return openTestDatabase(name);
}

const newName = () => `vlam_test_${randomBytes(6).toString('hex')}`;

function openTestDatabase(name: string, poolSize = 10): TestDatabase {
  const url = new URL(inject('testServerUrl'));
  url.pathname = `/${name}`;
  const database = openDatabase(url.href, { size: poolSize, applicationName: name });
  return {
    url: url.href,
    database,
    async drop() {
      await database.close();
      await administer(async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
        await client.query(`drop role if exists ${name}_application`);
      });
    },
  };
}

/** A role of this database alone that the application may connect as; it is gone with `drop`. */
export async function createApplicationRole(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const role = `${url.pathname.slice(1)}_application`;
  await administer((client) => client.query(`create role ${role} login password 'application'`));
  url.username = role;
  url.password = 'application';
  await grantApplication(databaseUrl, url.href);
  return url.href;
}

/** Retries on 55006: a concurrent clone reads the template for some milliseconds. */
async function clone(name: string, template: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await administer((client) => client.query(`create database ${name} template ${template} strategy file_copy`));
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 100) throw error;
      await sleep(20 + attempt * 5);
    }
  }
}

async function administer(act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServerUrl') });
  // A forced drop elsewhere may cut connections, which is no failure of this test.
  client.on('error', () => {});
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
