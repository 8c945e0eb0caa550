import { parentPort, workerData } from 'node:worker_threads';
import type { Watch } from './watch.ts';

const { maxMemory, maxMs, parent } = workerData as Watch;
const lookMs = 50;
const end = performance.now() + maxMs;

function look(): void {
  const isAwaited = process.ppid === parent;
  if (isAwaited && performance.now() < end && process.memoryUsage.rss() < maxMemory) return;
  process.kill(process.pid, 'SIGKILL');
}

look();
setInterval(look, lookMs);
parentPort?.postMessage('watching');
