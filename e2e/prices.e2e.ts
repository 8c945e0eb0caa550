import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { createIdNumber } from './support/adults.ts';
import { fill, fillAccount, fillAge, press } from './support/forms.ts';
import { createPayer, faultsOf, payWith } from './support/payer.ts';
import { useWorld, useWriters, visitWorld } from './support/world.ts';

// A creator sets terms and makes a code; a fan opens its link and pays for three months at the lowered first price.

const world = useWorld();
const sessions = inject('demoSessions');
const ids = useWriters(world);
const phone = { width: 390, height: 844 };

describe('prices', () => {
  it('T95: a link with a code sells three months at the first price it shows', async () => {
    const code = `STORY${randomUUID().slice(0, 6).toUpperCase()}`;
    let address = '';
    await visitWorld(world, { cookie: sessions.creator, ...phone }, async ({ page }) => {
      await page.goto('/studio');
      await page.getByRole('navigation', { name: 'Parts of the studio' }).getByRole('link', { name: 'Prices' }).click();
      await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor();
      await page.getByRole('button', { name: 'Set', exact: true }).click();
      await page.getByLabel('3 months').fill('10');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('[data-slot="terms"]').getByText('10% off').waitFor();
      await page.getByRole('button', { name: 'New trial or code' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByText('Less at first').click();
      await sheet.getByRole('button', { name: 'Make it' }).click();
      await sheet.getByText('Use 3 to 20 letters and digits').waitFor();
      await sheet.getByLabel('Code').fill(code.toLowerCase());
      await sheet.getByText('Former subscribers too').click();
      await sheet.getByRole('button', { name: 'Make it' }).click();
      address = (await page.locator('[data-slot="address"]').textContent()) ?? '';
      expect(address).toContain(`?offer=${code}`);
      await page.keyboard.press('Escape');
      await page.getByText('0 of 50 used').first().waitFor();
    });
    const [{ price } = { price: 0 }] = await world.rows<{ price: number }>(
      'select subscription_price_cents as price from profiles where id = $1',
      [ids.creator],
    );
    const total = 3 * Math.floor((price * 90) / 100);
    const first = Math.floor((total * 80) / 100);
    const rand = (cents: number) => `R${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`;
    const payer = await createPayer(world.url);
    await visitWorld(
      world,
      { cookie: payer.cookie, ...phone, expectedFaults: /^a request to http/ },
      async (visitor) => {
        const { page } = visitor;
        await page.goto(address.slice(address.indexOf('/')));
        await page.locator('[data-slot="offer"]').getByText('20% off the first payment').waitFor();
        await page.getByRole('button', { name: 'Look at it' }).click();
        const sheet = page.getByRole('dialog');
        await sheet.getByText('3 months,').click();
        await sheet.getByText(`Every 90 days for ${rand(total)}, until you stop`).waitFor();
        await sheet.getByRole('button', { name: `Subscribe for ${rand(first)}` }).click();
        await page.getByText('Subscription, 90 days').waitFor();
        await page.getByRole('button', { name: `Pay ${rand(first)}` }).click();
        await payWith(page, 'Payment succeeds', world.url);
        await page.getByRole('heading', { name: /./ }).first().waitFor();
        await expect
          .poll(() =>
            world.rows(
              `select amount_cents::int as paid, subscriptions.price_cents as later, term_months as months
               from subscriptions join subscription_periods on subscription_id = subscriptions.id
               join profiles on profiles.id = subscriber_id join accounts on accounts.id = account_id where email = $1`,
              [payer.email],
            ),
          )
          .toEqual([{ paid: first, later: total, months: 3 }]);
        expect(faultsOf(visitor)).toEqual([]);
      },
    );
    await visitWorld(world, { cookie: sessions.creator, ...phone }, async ({ page }) => {
      await page.goto('/studio/prices');
      await page.getByText('1 of 50 used').waitFor();
    });
  });

  it('T143: a creator brings another by link; both read what it is, and that it costs nothing', async () => {
    let address = '';
    let before = 0;
    await visitWorld(world, { cookie: sessions.creator, ...phone }, async ({ page }) => {
      await page.goto('/studio/prices');
      await page.getByRole('button', { name: 'Your link' }).click();
      address = (await page.getByRole('dialog').locator('[data-slot="address"]').textContent()) ?? '';
      expect(address).toContain('/signup?as=creator&by=');
      // Figures stand there from the first one on.
      const joined = page.locator('[data-slot="referrals"] dd').first();
      before = (await joined.count()) > 0 ? Number(await joined.textContent()) : 0;
    });
    const email = `${randomUUID()}@people.test`;
    const born = '1994-04-12';
    await visitWorld(world, { ...phone }, async ({ page }) => {
      await page.goto(address.slice(address.indexOf('/')));
      await page.getByRole('heading', { name: 'Create your account' }).waitFor();
      // Read first, signed up later: the link is remembered.
      await page.goto('/');
      await page.getByRole('link', { name: 'Start Creating' }).first().click();
      await page.waitForURL((url) => url.searchParams.get('by') === null);
      await fillAccount(page, { email });
      await fill(page, 'Display name', 'Brought Here');
      await fill(page, 'Bio', 'Evening light, slow shutters, no hurry.');
      await fill(page, 'Age', '30');
      await page.getByLabel('Location').selectOption('Durban');
      await page.getByLabel('Content category').selectOption('Art & Adult');
      await press(page, 'Create Account');
      await press(page, 'I am 18+ and wish to verify my age');
      await fillAge(page, createIdNumber(born), born);
      await page.getByRole('heading', { name: '4 steps to your first sale' }).waitFor();
      await page.goto('/studio/prices');
      await page.locator('[data-slot="referred-by"]').getByText('It costs you nothing.').waitFor();
    });
    const [binding] = await world.rows<{ referrer_id: string }>(
      'select referrer_id from creator_referrals join accounts on accounts.id = account_id where email = $1',
      [email],
    );
    expect(binding?.referrer_id).toBe(ids.creator);
    await visitWorld(world, { cookie: sessions.creator, ...phone }, async ({ page }) => {
      await page.goto('/studio/prices');
      const joined = page.locator('[data-slot="referrals"] dd').first();
      await joined.getByText(String(before + 1), { exact: true }).waitFor();
    });
  });
});
