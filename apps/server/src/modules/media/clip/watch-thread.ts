import { parentPort, workerData } from 'node:worker_threads';
import type { Watch } from './watch.ts';

const { maxMemory, maxMs, parent } = workerData as Watch;
const checkIntervalMs = 50;
const end = performance.now() + maxMs;

function checkLimits(): void {
  const isAwaited = process.ppid === parent;
  if (isAwaited && performance.now() < end && process.memoryUsage.rss() < maxMemory) return;
  process.kill(process.pid, 'SIGKILL');
}

checkLimits();
setInterval(checkLimits, checkIntervalMs);
parentPort?.postMessage('watching');
