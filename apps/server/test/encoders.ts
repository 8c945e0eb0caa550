import { type ChildProcess, execFileSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';

/** Process ids of the programs that encode streams for a process. */
function encodersOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [own = '', parent = ''] = line.trim().split(/\s+/);
    return Number(parent) === pid && line.includes('stream/worker.ts') ? [Number(own)] : [];
  });
}

/** Waits until a process encodes a stream, and returns the program that does. Throws after ten seconds. */
export async function findEncoder(pid = process.pid): Promise<number> {
  for (const until = performance.now() + 10_000; performance.now() < until; await sleep(20)) {
    const [found] = encodersOf(pid);
    if (found) return found;
  }
  throw new Error('nothing is encoded');
}

/**
 * Kills the next program that encodes a stream for this process as it starts. Looked for in the list of processes, or at
 * its first report, a short film would be finished before on a busy machine.
 */
export function killNextEncoder(): Promise<void> {
  return new Promise((done) => {
    const watch = (message: unknown) => {
      const { process: child } = message as { process: ChildProcess };
      // Published before the program starts, so before its arguments are known.
      setImmediate(() => {
        if (!child.spawnargs?.some((argument) => argument.endsWith('stream/worker.ts'))) return;
        unsubscribe('child_process', watch);
        // As from outside: `child.kill` would be a limit of this program's own.
        process.kill(child.pid as number, 'SIGKILL');
        done();
      });
    };
    subscribe('child_process', watch);
  });
}
