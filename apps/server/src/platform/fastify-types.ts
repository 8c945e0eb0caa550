import type { Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Name in the contract of the operation under way. */
    operationName: string | undefined;
    viewer: Viewer | null;
  }
}
