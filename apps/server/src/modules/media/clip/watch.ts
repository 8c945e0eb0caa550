import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Order } from './outcome.ts';

/** What the watching thread is told. */
export interface Watch extends Pick<Order, 'maxMemory' | 'maxMs'> {
  /** The process that began this one. */
  parent: number;
}

/**
 * Ends this process when it takes more memory or time than it may, or when nobody waits for it any more. Resolves when
 * the watch has begun.
 */
export async function watchOver({ maxMemory, maxMs }: Pick<Order, 'maxMemory' | 'maxMs'>): Promise<void> {
  // A thread of its own: a decoder that never returns would hold up a timer of the main one.
  const workerData: Watch = { maxMemory, maxMs, parent: process.ppid };
  const thread = new Worker(new URL('./watch-thread.ts', import.meta.url), { workerData });
  await once(thread, 'message');
  thread.unref();
}
