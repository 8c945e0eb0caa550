import { afterAll, beforeAll, inject } from 'vitest';
import { launchBrowser } from '../../apps/server/test/browser.ts';
import { openVisitor, type Visitor } from './visitor.ts';
import { softwareOnly } from './world.ts';

/** The demo's creator on a phone with a fake camera, in a browser beside that of the viewers, for all tests of a file. */
export function useBroadcaster(): () => Visitor {
  let browser: Awaited<ReturnType<typeof launchBrowser>>;
  let creator: Visitor;
  beforeAll(async () => {
    browser = await launchBrowser(softwareOnly);
    const account = { url: inject('demoUrl'), cookie: inject('demoSessions').creator };
    creator = await openVisitor(browser, { ...account, width: 390, height: 844 });
    await creator.context.grantPermissions(['camera', 'microphone']);
  }, 60_000);
  afterAll(async () => {
    await creator?.close();
    await browser?.close();
  });
  return () => creator;
}
