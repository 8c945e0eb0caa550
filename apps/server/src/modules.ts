import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { ageVerificationRoutes } from './modules/age-verification/routes.ts';
import { identityRoutes } from './modules/identity/routes.ts';
import type { JobTask } from './platform/jobs.ts';
import type { BoundOperation } from './platform/operation.ts';

/** Every operation of the contract with its handler. */
export function boundOperations(context: Context): BoundOperation[] {
  return [...identityRoutes(context), ...ageVerificationRoutes(context)];
}

/** Routes that are not operations: files, uploads, pages. */
export async function registerRawRoutes(_app: FastifyInstance, _context: Context): Promise<void> {}

/** What runs in the background. */
export function jobTasks(context: Context): JobTask[] {
  return [...context.mailer.tasks, ...context.identity.tasks];
}
