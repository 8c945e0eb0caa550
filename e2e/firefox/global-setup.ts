import type { TestProject } from 'vitest/node';
import { firefox } from '../../apps/server/test/machine.ts';
import startServer from '../support/global-setup.ts';

export const missingFirefox = 'no Firefox here: FIREFOX_PATH names none and firefox-esr is not on the path';

/** The same server and demo world as for the other stories; none where every story is skipped. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (firefox) return startServer(project);
  console.log(`SKIPPED the stories in Firefox: ${missingFirefox}`);
  return undefined;
}
