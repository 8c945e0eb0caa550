import type { Page } from 'puppeteer-core';
import { expect, inject, it } from 'vitest';
import { createMemberWithThirtyCredits } from '../support/callers.ts';
import {
  describeInFirefox,
  element,
  find,
  open,
  press,
  reach,
  see,
  type,
  useFirefox,
  visitIn,
} from '../support/firefox.ts';
import { createPayer } from '../support/payer.ts';
import { findPlaces } from '../support/places.ts';
import { useRows } from '../support/rows.ts';

const program = useFirefox();
const rows = useRows();

const visitAsFan = (work: (page: Page) => Promise<void>) =>
  visitIn(program, { cookie: inject('demoSessions').fan }, work);

/** The member's balance in credits, by the API. */
const balanceOf = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await fetch('/api/credits/balance')).json()).balance);

describeInFirefox('paying in Firefox', () => {
  it('unlocks a picture for credits and shows the original', async () => {
    const { creatorId } = await findPlaces(inject('demoDatabaseUrl'));
    const { cookie } = await createMemberWithThirtyCredits({ url: inject('demoUrl'), rows });
    await visitIn(program, { cookie }, async (page) => {
      await open(page, `/profile/${creatorId}`);
      const before = await balanceOf(page);
      const tile = 'button[aria-label^="Locked picture"]';
      const locked = await element(page, tile);
      const label = await locked.evaluate((each) => each.getAttribute('aria-label') ?? '');
      const price = Number(/(\d+) credits/.exec(label)?.[1]);
      await locked.click();
      await press(page, `Unlock for ${price} credits`);
      await see(page, 'Content Unlocked!');
      const shown = () =>
        page.$$eval('dialog[open] img', (all) =>
          all.some((each) => each.naturalWidth > 100 && new URL(each.currentSrc).pathname.startsWith('/m/')),
        );
      await expect.poll(shown).toBe(true);
      expect(await balanceOf(page)).toBe(before - price);
    });
  });

  it('sends a tip in a conversation', async () => {
    const { demoCreatorId } = await findPlaces(inject('demoDatabaseUrl'));
    await visitAsFan(async (page) => {
      await open(page, `/chat/${demoCreatorId}`);
      await press(page, 'Send Tip');
      const before = await balanceOf(page);
      await type(page, 'credits', '5');
      await press(page, 'Send 5 credits');
      await expect.poll(() => balanceOf(page)).toBe(before - 5);
      await see(page, '5 credits');
    });
  });

  it("subscribes through checkout and the provider's page, and returns", async () => {
    const { creatorId } = await findPlaces(inject('demoDatabaseUrl'));
    const { cookie } = await createPayer(inject('demoUrl'));
    await visitIn(program, { cookie }, async (page) => {
      await open(page, `/profiles/${creatorId}`);
      await press(page, /^Subscribe R/);
      await press(page, /^Subscribe for /);
      await reach(page, /^\/checkout$/);
      await press(page, /^Pay /);
      await see(page, 'Choose a test card');
      expect(new URL(page.url()).origin).not.toBe(inject('demoUrl'));
      await press(page, 'Payment succeeds', 'text');
      await press(page, /^Pay /);
      await see(page, 'Successfully subscribed to creator');
      await press(page, /^Back to /, 'link');
      await find(page, 'button', 'Subscribed');
    });
  });
});
