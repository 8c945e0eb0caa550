import type { Page } from 'puppeteer-core';
import { expect, inject, it } from 'vitest';
import { describeInFirefox, element, open, see, useFirefox } from '../support/firefox.ts';
import { findPlaces } from '../support/places.ts';
import { useRows } from '../support/rows.ts';
import { randomText } from '../support/threads.ts';

const program = useFirefox();
const rows = useRows();

const field = 'textarea[name="message"]';

/** Types into the open thread. A tab in the background neither takes keys nor marks messages as read. */
async function typeIn(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await (await element(page, field)).click();
  await page.keyboard.type(text, { delay: 20 });
}

describeInFirefox('a conversation in Firefox', () => {
  it('goes both ways over the socket, with typing and the receipt', async () => {
    await rows('delete from message_quotas');
    const { fan: fanCookie, creator: creatorCookie } = inject('demoSessions');
    const { demoCreatorId } = await findPlaces(inject('demoDatabaseUrl'));
    const [own] = await rows<{ profile_id: string }>(`select profile_id from accounts where email = 'fan@vlam.test'`);
    const fan = await program.open({ cookie: fanCookie });
    const creator = await program.open({ cookie: creatorCookie, width: 1280, height: 800 });
    try {
      await open(fan.page, `/chat/${demoCreatorId}`);
      await open(creator.page, `/chat/${own?.profile_id}`);
      await creator.page.locator(field).wait();
      const [asked, answered] = [`still open ${randomText()}`, `wide open ${randomText()}`];
      await typeIn(fan.page, asked);
      await see(creator.page, 'typing…');
      await fan.page.keyboard.press('Enter');
      await creator.page.bringToFront();
      await see(creator.page, asked);
      await see(fan.page, 'Read');
      await typeIn(creator.page, answered);
      await creator.page.keyboard.press('Enter');
      await see(fan.page, answered);
      const left = await fan.page.$eval(field, (each) => (each as HTMLTextAreaElement).value);
      expect(left).toBe('');
      expect([...fan.faults, ...creator.faults]).toEqual([]);
    } finally {
      await Promise.all([fan.close(), creator.close()]);
    }
  });
});
