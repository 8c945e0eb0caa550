import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { startPooler } from '../test/pooler.ts';
import { ConfigError } from './platform/config.ts';
import { isPooler } from './platform/pooler.ts';
import { emptyDatabase, readDatabaseUrls, requireDatabase } from './prepare-database.ts';

let t: TestDatabase;
beforeAll(async () => {
  t = await createTestDatabase();
});
afterAll(() => t.drop());

describe('a pooler before PostgreSQL', () => {
  it('is known by what becomes of a limit that a connection asks for', () => {
    expect(isPooler({ shown: '12345ms' })).toBe(false);
    expect(isPooler({ shown: '0' })).toBe(true);
    expect(isPooler({ shown: '10s' })).toBe(true);
    expect(isPooler({ refused: 'unsupported startup parameter: statement_timeout' })).toBe(true);
    expect(isPooler({ refused: 'password authentication failed for user "vlam"' })).toBe(false);
  });

  it.each(['refuses', 'drops'] as const)('is refused in words where it %s that limit', async (how) => {
    const pooler = await startPooler(t.url, how);
    const refused = requireDatabase(pooler.url);
    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(
      /^DATABASE_URL: "postgres:\/\/…@127\.0\.0\.1:\d+\/\w+" is a pooler such as pgbouncer, .* use the address of PostgreSQL itself$/,
    );
    pooler.stop();
  });

  it('is not what PostgreSQL itself is taken for', () => expect(requireDatabase(t.url)).resolves.toBeUndefined());
});

describe('npm run migrate', () => {
  async function run(environment: Record<string, string>) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate-command.ts')], {
      // Neither a key nor a public address: a migration holds no secret but those of the database.
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [code]] = await Promise.all([
      buffer(child.stdout),
      buffer(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    return { code, output: output.toString(), errors: errors.toString() };
  }
  const countMigrations = async () =>
    (await t.database.pool.query<{ count: bigint }>('select count(*) from kysely_migration')).rows[0]?.count;

  it('brings an empty database up to date and ends, twice', async () => {
    const before = await countMigrations();
    await emptyDatabase(t.url);
    for (const _time of ['first', 'second']) {
      expect(await run({ DATABASE_URL: t.url })).toEqual({
        code: 0,
        output: 'The tables are up to date.\n',
        errors: '',
      });
      expect(await countMigrations()).toBe(before);
    }
  });

  it('says in one line what it needs', async () => {
    const { code, output, errors } = await run({});
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(/^DATABASE_URL: nothing is not enough[^\n]+\n$/);
  });

  it('reads the addresses of both roles, and refuses others without showing their passwords', () => {
    const [application, owner] = ['postgres://application:secret@db/vlam', 'postgres://owner:secret@db/vlam'];
    expect(readDatabaseUrls({ DATABASE_URL: application })).toEqual({ application, owner: application });
    expect(readDatabaseUrls({ DATABASE_URL: application, MIGRATION_DATABASE_URL: '' }).owner).toBe(application);
    expect(readDatabaseUrls({ DATABASE_URL: application, MIGRATION_DATABASE_URL: owner })).toEqual({
      application,
      owner,
    });
    for (const [DATABASE_URL, MIGRATION_DATABASE_URL, name] of [
      ['mysql://application:secret@db/vlam', owner, 'DATABASE_URL'],
      [application, 'owner:secret@db', 'MIGRATION_DATABASE_URL'],
      ['', owner, 'DATABASE_URL'],
    ] as const) {
      const read = () => readDatabaseUrls({ DATABASE_URL, MIGRATION_DATABASE_URL });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(new RegExp(`^${name}: (?!.*secret)`));
    }
  });
});
