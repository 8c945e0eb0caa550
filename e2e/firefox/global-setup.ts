import type { TestProject } from 'vitest/node';
import { firefox } from '../../apps/server/test/machine.ts';
import { freePort } from '../support/demo-server.ts';
import { startWorld } from '../support/global-setup.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a story may start the push service of the running server. */
    pushServiceUrl: string;
  }
}

export const missingFirefox = 'no Firefox here: FIREFOX_PATH names none and firefox-esr is not on the path';

/**
 * The same server and demo world as for the other stories; none where every story is skipped. A server that runs already
 * (E2E_URL) needs DEMO_PUSH_SERVICE, here and there.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (firefox) {
    const url = process.env.DEMO_PUSH_SERVICE ?? `http://127.0.0.1:${await freePort()}`;
    project.provide('pushServiceUrl', url);
    return startWorld(project, { DEMO_PUSH_SERVICE: url });
  }
  console.log(`SKIPPED the stories in Firefox: ${missingFirefox}`);
  return undefined;
}
