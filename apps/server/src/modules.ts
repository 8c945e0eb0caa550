import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { ageVerificationRoutes } from './modules/age-verification/routes.ts';
import { identityRoutes } from './modules/identity/routes.ts';
import { registerMediaFiles } from './modules/media/file-routes.ts';
import { mediaRoutes } from './modules/media/routes.ts';
import { registerUploads } from './modules/media/upload-routes.ts';
import type { JobTask } from './platform/jobs.ts';
import type { BoundOperation } from './platform/operation.ts';

/** Every operation of the contract with its handler. */
export function boundOperations(context: Context): BoundOperation[] {
  return [...identityRoutes(context), ...ageVerificationRoutes(context), ...mediaRoutes(context)];
}

/** Routes that are not operations: files, uploads, pages. */
export async function registerRawRoutes(app: FastifyInstance, context: Context): Promise<void> {
  registerUploads(app, context);
  registerMediaFiles(app, context);
}

/** What runs in the background. */
export function jobTasks(context: Context): JobTask[] {
  return [...context.mailer.tasks, ...context.identity.tasks, ...context.media.tasks];
}
