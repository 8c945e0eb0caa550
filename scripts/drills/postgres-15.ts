import { once } from 'node:events';
import { appendFile, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseUser } from '../../apps/server/src/platform/embedded-postgres-programs.ts';
import { freePort } from '../../apps/server/test/free-port.ts';
import { postgres15 } from '../../apps/server/test/machine.ts';
import { deployFolder, readDeployed } from '../deploy/files.ts';
import { keepOutput, query, type Started } from './pieces.ts';

/** A PostgreSQL 15 with pgBackRest as deploy/pgbackrest sets it up, in one folder. */
export interface ArchivedPostgres {
  url: string;
  /** Folder of its data. */
  folder: string;
  /** The log as it is written. */
  received: string;
  start(): Promise<void>;
  /** As a power cut. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Runs pgBackRest to its end; throws with what it printed when it fails. */
  pgbackrest(...args: string[]): Promise<string>;
  receive(): Started;
  /** Gives a folder that was made anew to the user of PostgreSQL. */
  own(): void;
}

const startMs = 60_000;
const { spawn, run, changeOwner, allowTraversal } = chooseUser();

/** Puts the paths of this folder into lines NAME=value of the file that an operator gets. */
function withPaths(text: string, paths: Record<string, string>): string {
  let changed = text;
  for (const [name, value] of Object.entries(paths)) {
    const line = new RegExp(`^${name}=.*$`, 'm');
    if (!line.test(changed)) throw new Error(`deploy/pgbackrest/pgbackrest.conf has no ${name}`);
    changed = changed.replace(line, `${name}=${value}`);
  }
  return changed;
}

export async function makeArchivedPostgres(root: string, key: string): Promise<ArchivedPostgres> {
  const bin = (name: string) => join(postgres15 ?? '', name);
  const port = await freePort();
  const at = (name: string) => join(root, name);
  const [folder, received] = [at('database'), at('received')];
  allowTraversal(root);
  const made = ['database', 'repository', 'received', 'log', 'locks', 'socket', 'conf.d', 'spool'];
  for (const name of made) await mkdir(at(name), { mode: 0o700 });
  const conf = withPaths(readDeployed('pgbackrest/pgbackrest.conf'), {
    'repo1-path': at('repository'),
    'log-path': at('log'),
    'lock-path': at('locks'),
    'pg1-path': folder,
    'pg1-port': String(port),
    'pg1-socket-path': at('socket'),
    'pg1-user': 'vlam',
  });
  await writeFile(at('pgbackrest.conf'), conf);
  const keyFile = readDeployed('pgbackrest/key.conf.example').replace(
    /^repo1-cipher-pass=$/m,
    `repo1-cipher-pass=${key}`,
  );
  await writeFile(at('conf.d/key.conf'), keyFile, { mode: 0o600 });
  await copyFile(join(deployFolder, 'pgbackrest/archive.conf'), at('archive.conf'));
  for (const name of [...made, 'pgbackrest.conf', 'archive.conf']) changeOwner(at(name));
  run(bin('initdb'), [
    '-D',
    folder,
    '-U',
    'vlam',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--data-checksums',
  ]);
  const environment = {
    PATH: process.env.PATH,
    PGBACKREST_CONFIG: at('pgbackrest.conf'),
    PGBACKREST_CONFIG_INCLUDE_PATH: at('conf.d'),
    PGBACKREST_SPOOL_PATH: at('spool'),
  };
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const start = (command: string, args: readonly string[]) =>
    keepOutput(spawn(command, args, { env: environment, stdio: [...stdio] }));
  const url = `postgres://vlam@127.0.0.1:${port}/postgres`;
  let server: Started | null = null;

  async function ended(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
    server = null;
  }

  const postgres: ArchivedPostgres = {
    url,
    folder,
    received,
    async start() {
      const settings = {
        listen_addresses: '127.0.0.1',
        port: String(port),
        unix_socket_directories: at('socket'),
        max_connections: '100',
      };
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      server = start(bin('postgres'), ['-D', folder, ...args]);
      const until = performance.now() + startMs;
      for (;;) {
        const [row] = await query<{ away: boolean }>(url, 'select pg_is_in_recovery() as away').catch(() => []);
        if (row && !row.away) return;
        if (server.exitCode !== null || performance.now() > until)
          throw new Error(`PostgreSQL did not start: ${server.output().slice(-2_000)}`);
        await sleep(50);
      }
    },
    own: () => changeOwner(folder),
    kill: () => ended('SIGKILL'),
    stop: () => ended('SIGINT'),
    async pgbackrest(...args) {
      const child = start('pgbackrest', ['--stanza=vlam', ...args]);
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`pgbackrest ${args.join(' ')}: ${child.output()}`);
      return child.output();
    },
    receive() {
      const to = [`--host=127.0.0.1`, `--port=${port}`, '--username=vlam', '--slot=vlam_received'];
      run(bin('pg_receivewal'), [...to, '--create-slot', '--if-not-exists']);
      return start(bin('pg_receivewal'), [...to, '--synchronous', '--no-password', `--directory=${received}`]);
    },
  };
  // As Debian includes conf.d.
  await appendFile(join(folder, 'postgresql.conf'), `include '${at('archive.conf')}'\n`);
  return postgres;
}

/** The command that brings log back: the repository first, then what was received after it. From the page of the operator. */
export async function restoreCommand(received: string): Promise<string> {
  const page = await readFile(join(deployFolder, 'pgbackrest/README.md'), 'utf8');
  const [, command] = /--recovery-option=restore_command='([^']+)'/.exec(page) ?? [];
  if (!command) throw new Error('deploy/pgbackrest/README.md gives no restore_command');
  // The page has it within the double quotes of a shell.
  return command.replaceAll('\\"', '"').replaceAll('/var/lib/vlam-received', received);
}
