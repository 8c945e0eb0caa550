import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ClipTask } from './outcome.ts';

/** Input of the watching thread. */
export interface Watch extends Pick<ClipTask, 'maxMemory' | 'maxMs'> {
  /** The process that started this one. */
  parent: number;
}

/**
 * Ends this process when it exceeds its memory or time, or when its parent has exited. Resolves when the watch has
 * begun.
 */
export async function watchProcess({ maxMemory, maxMs }: Pick<ClipTask, 'maxMemory' | 'maxMs'>): Promise<void> {
  // A separate thread: a decoder that never returns would block a timer of the main one.
  const workerData: Watch = { maxMemory, maxMs, parent: process.ppid };
  const thread = new Worker(new URL('./watch-thread.ts', import.meta.url), { workerData });
  await once(thread, 'message');
  thread.unref();
}
