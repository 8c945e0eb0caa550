import type { TestProject } from 'vitest/node';
import { startDemoServer } from './demo-server.ts';
import { type DemoSessions, signInDemoPeople } from './people.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL of the running server, without a trailing slash. */
    demoUrl: string;
    demoDatabaseUrl: string;
    demoSessions: DemoSessions;
  }
}

/**
 * One running server with its demo world for all stories. E2E_WORLD names a folder to copy the world from. E2E_URL and
 * E2E_DATABASE_URL name a server that runs already.
 */
export default function setUp(project: TestProject): Promise<() => Promise<void>> {
  return startWorld(project);
}

export async function startWorld(
  project: TestProject,
  settings: Record<string, string> = {},
): Promise<() => Promise<void>> {
  const { E2E_URL: url, E2E_DATABASE_URL: databaseUrl, E2E_WORLD: world } = process.env;
  const stop = async () => {};
  const server = url && databaseUrl ? { url, databaseUrl, stop } : await startDemoServer({ world, settings });
  project.provide('demoUrl', server.url);
  project.provide('demoDatabaseUrl', server.databaseUrl);
  project.provide('demoSessions', await signInDemoPeople(server.url));
  return server.stop;
}
