import type { Page } from 'puppeteer-core';
import { expect, inject, it } from 'vitest';
import { decoded, describeInFirefox, find, open, press, reach, see, useFirefox, visitIn } from '../support/firefox.ts';
import { createPayer } from '../support/payer.ts';
import { findPlaces } from '../support/places.ts';
import { useRows } from '../support/rows.ts';

const program = useFirefox();
const rows = useRows();

const visitAsFan = (work: (page: Page) => Promise<void>, width = 390) =>
  visitIn(program, { cookie: inject('demoSessions').fan, width, height: 844 }, work);

describeInFirefox('meeting in Firefox', () => {
  it('shows home with its people, its pictures and the sections below the fold', async () => {
    await visitAsFan(async (page) => {
      await open(page, '/');
      await see(page, 'online right now');
      await expect.poll(() => decoded(page, 'article[data-person-id] img')).toContain(true);
      await expect
        .poll(
          async () => {
            await page.mouse.wheel({ deltaY: 700 });
            return page.evaluate(() => document.body.textContent.includes('What People Are Craving'));
          },
          { timeout: 20_000, interval: 200 },
        )
        .toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  });

  it('lists people nearby, filters them and draws the map', async () => {
    await visitAsFan(async (page) => {
      await open(page, '/nearby');
      await page.locator('article[data-person-id]').wait();
      await press(page, /^Filters/);
      await page.locator('dialog[open]').wait();
      await press(page, '26-35');
      await press(page, 'Show people');
      await find(page, 'button', /^Filters/);
      await expect.poll(() => page.$('dialog[open]')).toBeNull();
      await press(page, 'Map');
      await see(page, 'Blazing');
    });
  });

  it('sends a flame from a profile', async () => {
    const { memberId } = await findPlaces(inject('demoDatabaseUrl'));
    const { cookie, email } = await createPayer(inject('demoUrl'));
    await visitIn(program, { cookie, width: 1280, height: 800 }, async (page) => {
      await open(page, `/profile/${memberId}`);
      await press(page, /^Send Flame/);
      await see(page, 'Flame sent');
      const flames = () =>
        rows(
          `select from flames f join accounts a on a.profile_id = f.sender_id where a.email = $1 and f.recipient_id = $2`,
          [email, memberId],
        );
      await expect.poll(flames).toHaveLength(1);
    });
  });

  it('finds a creator by search with the keyboard', async () => {
    await visitAsFan(async (page) => {
      await open(page, '/');
      await press(page, 'Search');
      await page.locator('input[role="combobox"]').wait();
      await page.keyboard.type('Zanele');
      await page.locator('[role="option"]').wait();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await reach(page, /^\/(profile|creator|profiles)\//);
      await see(page, 'Zanele');
    });
  });
});
