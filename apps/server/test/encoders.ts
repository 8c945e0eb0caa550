import { execFileSync } from 'node:child_process';
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
