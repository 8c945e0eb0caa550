import { afterAll, beforeAll, inject } from 'vitest';
import { launchBrowser } from '../../apps/server/test/browser.ts';
import { openVisitor, type Visitor } from './visitor.ts';
import { softwareOnly, type World } from './world.ts';

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

/** Ends what the demo's creator sends; the shows of others go on for the stories that watch them. */
export const endOwnShows = (world: Pick<World, 'rows'>) =>
  world.rows(
    `update lives set ended_at = now(), ending = 'ended' where ended_at is null and not is_planned and creator_id =
       (select profile_id from accounts where email = 'creator@vlam.test')`,
  );
