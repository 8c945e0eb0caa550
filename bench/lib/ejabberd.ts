import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../apps/server/test/server.ts';

const programs = '/usr/lib/x86_64-linux-gnu';
const schema = '/usr/share/ejabberd/sql/pg.sql';
const poolSize = 8;

/** Debian's ejabberd with its driver of PostgreSQL: `apt-get install ejabberd erlang-p1-pgsql`. */
export const hasEjabberd = (): boolean =>
  existsSync(schema) && existsSync('/usr/bin/erl') && existsSync('/usr/lib/erlang/lib');

/** Version of Debian's package. */
export const ejabberdVersion = (): string =>
  execFileSync('dpkg-query', ['-W', 'ejabberd'], { encoding: 'utf8' }).trim().split('\t').at(-1) ?? 'unknown';

export interface Ejabberd {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts ejabberd with accounts and message archive (`mod_mam`, every message of every member) in an empty database. Members
 * are `u0` to `u<count - 1>`, with their name as password. No limits on speed, no encryption, one address.
 */
export async function startEjabberd(databaseUrl: string, members: number): Promise<Ejabberd> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(readFileSync(schema, 'utf8'));
  await client.query(
    `insert into users (username, password) select 'u' || n, 'u' || n from generate_series(0, $1::int - 1) as n`,
    [members],
  );
  await client.end();
  const folder = await mkdtemp(join(tmpdir(), 'vlam-ejabberd-'));
  const port = await freePort();
  const config = join(folder, 'ejabberd.yml');
  await writeFile(config, configOf(new URL(databaseUrl), port));
  const child = spawn(
    '/usr/bin/erl',
    ['-noinput', '+K', 'true', '-mnesia', 'dir', `"${folder}/mnesia"`]
      .concat(['-ejabberd', 'config', `"${config}"`, '-ejabberd', 'log_path', `"${folder}/ejabberd.log"`])
      .concat(['-s', 'ejabberd']),
    { env: { PATH: process.env.PATH ?? '', HOME: folder, ERL_LIBS: programs }, stdio: 'ignore' },
  );
  await listening(child, port);
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const configOf = (database: URL, port: number): string => `
hosts: [localhost]
loglevel: warning
listen:
  - {port: ${port}, ip: "127.0.0.1", module: ejabberd_c2s, access: all, shaper: none, backlog: 1024}
auth_method: sql
auth_password_format: plain
default_db: sql
sql_type: pgsql
sql_server: "127.0.0.1"
sql_port: ${database.port}
sql_database: "${database.pathname.slice(1)}"
sql_username: "${database.username}"
sql_password: "${database.password}"
sql_pool_size: ${poolSize}
sql_prepared_statements: true
modules:
  mod_mam: {default: always, db_type: sql}
`;

async function listening(child: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) throw new Error('ejabberd ended');
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error')]).catch(
      () => false,
    );
    socket.destroy();
    if (isOpen === true) return;
    await sleep(100);
  }
  throw new Error('ejabberd does not start');
}
