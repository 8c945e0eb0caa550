import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import type { JobTask } from './platform/jobs.ts';
import type { BoundOperation } from './platform/operation.ts';

/** Every operation of the contract with its handler. */
export function boundOperations(_context: Context): BoundOperation[] {
  return [];
}

/** Routes that are not operations: files, uploads, pages. */
export async function registerRawRoutes(_app: FastifyInstance, _context: Context): Promise<void> {}

/** What runs in the background. */
export function jobTasks(_context: Context): JobTask[] {
  return [];
}
