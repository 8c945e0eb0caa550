import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf, isUnavailable } from './postgres-errors.ts';

const attempts = 3;

/** Runs a transaction again when PostgreSQL chose it as the victim of a collision: it was rolled back whole. */
export async function retryCollisions<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || failureOf(error) !== 'collision') throw error;
    }
}

/** Runs `work` again, after a pause, when the database was away: only for work that changes nothing the second time. */
export async function retryIdempotent<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await retryCollisions(work);
    } catch (error) {
      if (attempt === attempts || !isUnavailable(error)) throw error;
      await sleep(100 * attempt);
    }
}
