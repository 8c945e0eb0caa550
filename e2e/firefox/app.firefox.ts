import { expect, inject, it } from 'vitest';
import { openLink } from '../support/dropping-link.ts';
import { describeInFirefox, find, open, press, reach, see, useFirefox, visitIn } from '../support/firefox.ts';

const program = useFirefox();
/** A port that nothing listens on. */
const nowhere = 1;

describeInFirefox('the app in Firefox', () => {
  it('keeps the chosen theme through a reload', async () => {
    await visitIn(program, { cookie: inject('demoSessions').fan, width: 1280, height: 800 }, async (page) => {
      await open(page, '/');
      await press(page, 'Your menu');
      await press(page, 'Light', 'text');
      const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
      await expect.poll(theme).toBe('light');
      await page.reload();
      await see(page, 'online right now');
      expect(await theme()).toBe('light');
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
    });
  });

  it('stands without a network after its first visit, and comes back by itself', async () => {
    const port = Number(new URL(inject('demoUrl')).port);
    const link = await openLink(port);
    await visitIn(program, { cookie: inject('demoSessions').fan }, async (page) => {
      await page.goto(link.url);
      await see(page, 'online right now');
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      // What is open is cut, and nothing answers any more: Firefox 140 has no switch for its network.
      link.dropAfter([1]);
      link.leadTo(nowhere);
      await page.reload();
      await find(page, 'button', 'Try again');
      link.leadTo(port);
      await press(page, 'Try again');
      await see(page, 'online right now');
    });
    await link.close();
  });

  it('opens reports to staff only', async () => {
    await visitIn(program, { cookie: inject('demoSessions').admin, width: 1280, height: 800 }, async (page) => {
      // The dashboard's own links open tabs.
      await open(page, '/admin/users');
      await press(page, /^Queue/, 'link');
      await reach(page, /^\/admin\/reports$/);
      await page.locator('main h1').wait();
      expect(await page.evaluate(() => document.body.textContent)).not.toContain("You don't have permission");
    });
    await visitIn(program, { cookie: inject('demoSessions').fan }, async (page) => {
      await open(page, '/admin/reports');
      await see(page, "You don't have permission");
    });
  });
});
