import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { limitLine } from '../confined.ts';
import type { Watch } from './watch.ts';

const { maxMemory, maxMs, parent } = workerData as Watch;
const checkIntervalMs = 50;
const end = performance.now() + maxMs;
const stdout = 1;

function endProcess(limit: 'time' | 'memory' | null): void {
  try {
    // From this thread and at once: the main one may be in a decoder that never returns.
    if (limit) writeSync(stdout, limitLine(limit));
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}

function checkLimits(): void {
  if (process.ppid !== parent) endProcess(null);
  else if (performance.now() >= end) endProcess('time');
  else if (process.memoryUsage.rss() >= maxMemory) endProcess('memory');
}

checkLimits();
setInterval(checkLimits, checkIntervalMs);
parentPort?.postMessage('watching');
