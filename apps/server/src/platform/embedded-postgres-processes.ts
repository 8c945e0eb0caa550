import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** When a process started, in a form that differs once its id is reused; null when it has exited or is a zombie. */
export function processStart(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in brackets may hold spaces: state is the first field after it, the start time the twentieth.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? null : (fields[19] ?? null);
    }
    if (process.platform === 'win32') {
      process.kill(pid, 0);
      return 'alive';
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** Every PostgreSQL process that works in this data folder: the postmaster, or its children after it was killed. */
export function processesOf(dataFolder: string): number[] {
  try {
    if (process.platform === 'linux') {
      const folder = realpathSync(dataFolder);
      return readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((name) => worksIn(`/proc/${name}/cwd`, folder))
        .map(Number);
    }
    if (process.platform === 'win32') return [];
    return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(`-D ${dataFolder} `))
      .map((line) => Number.parseInt(line, 10));
  } catch {
    return [];
  }
}

function worksIn(link: string, folder: string): boolean {
  try {
    return readlinkSync(link) === folder;
  } catch {
    // Exited, a zombie, or a process of another user.
    return false;
  }
}

/**
 * Ends processes that an earlier run left in this data folder and removes its lock file. Never signals a process that
 * does not work in the folder, whatever the lock file says.
 */
export async function clearOrphans(dataFolder: string): Promise<void> {
  // Fast shutdown first, then immediate, then kill; PostgreSQL replays its log in the last two cases.
  for (const [signal, waitMs] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 3_000],
  ] as const) {
    const left = processesOf(dataFolder);
    if (left.length === 0) break;
    for (const pid of signal === 'SIGINT' ? postmasterAmong(left, dataFolder) : left) signalQuietly(pid, signal);
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline && processesOf(dataFolder).length > 0) await sleep(25);
  }
  if (processesOf(dataFolder).length === 0) rmSync(join(dataFolder, 'postmaster.pid'), { force: true });
}

/** The postmaster stops its children in order; signal them one by one only after it has exited. */
function postmasterAmong(pids: readonly number[], dataFolder: string): readonly number[] {
  try {
    const pid = Number.parseInt(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8'), 10);
    return pids.includes(pid) ? [pid] : pids;
  } catch {
    return pids;
  }
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It exited by itself in the meantime.
  }
}
