import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isSound, reconcile } from '../apps/server/src/modules/credits/reconcile.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { password } from './support/forms.ts';
import { createPayer, faultsOf, type Payer, payWith } from './support/payer.ts';
import { findPlaces } from './support/places.ts';
import { proveWithPassword } from './support/proof.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// Payments in rand: a pack, a subscription, a tip, a membership. After each, screens, orders and ledger agree.

const world = useWorld();
let creatorId: string;
let creatorName: string;
let price: number;
let payer: Payer;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  ({ creatorId } = await findPlaces(inject('demoDatabaseUrl')));
  const [creator] = await world.rows<{ display_name: string; cents: string }>(
    'select display_name, subscription_price_cents::text as cents from profiles where id = $1',
    [creatorId],
  );
  creatorName = creator?.display_name ?? '';
  price = Number(creator?.cents) / 100;
  payer = await createPayer(world.url);
  visitor = await openVisitor(world.browser, { url: world.url, cookie: payer.cookie, width: 390, height: 844 });
  page = visitor.page;
});
afterAll(async () => {
  await visitor?.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
const heading = (name: string | RegExp) => page.getByRole('heading', { name });

async function read<Answer>(path: string): Promise<Answer> {
  const response = await fetch(`${world.url}${path}`, { headers: { cookie: payer.cookie } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as Answer;
}
const balance = async () => (await read<{ balance: number }>('/api/credits/balance')).balance;
const orders = async () =>
  (
    await read<{ items: { description: string; amount: number; status: string; purpose: string; id: string }[] }>(
      '/api/payments/orders',
    )
  ).items;

/** The creator's earnings in the ledger, in cents. */
async function earned(): Promise<number> {
  const [row] = await world.rows<{ cents: string }>(
    `select coalesce(sum(balance), 0)::text as cents from ledger_accounts
      where owner_id = $1 and currency = 'cents' and kind like 'earnings%'`,
    [creatorId],
  );
  return Number(row?.cents);
}

/** Consents to immediate delivery, in the order of the taps. */
const listConsents = async ({ email }: Payer) =>
  (
    await world.rows<{ reference: string }>(
      'select reference from consents join accounts on accounts.id = account_id where email = $1 order by consents.id',
      [email],
    )
  ).map(({ reference }) => reference);

async function isLedgerConsistent(): Promise<boolean> {
  const database = openDatabase(inject('demoDatabaseUrl'), { size: 1, statementTimeoutMs: 60_000 });
  try {
    return isSound(await reconcile(database.pool));
  } finally {
    await database.close();
  }
}

describe('a payment in rand', () => {
  it("for a pack: reviewed, paid on the provider's page, credited by its webhook alone", async () => {
    await world.rows('update accounts set email_verified_at = now() where email = $1', [payer.email]);
    await page.goto('/credits');
    // With what a first purchase brings.
    await button('Buy 350 credits for R199').click();
    const sheet = page.getByRole('dialog', { name: 'Buy Credits' });
    await sheet.getByText('Total, VAT included').waitFor();
    await sheet.getByRole('button', { name: 'Buy 350 credits for R199' }).click();
    await page.waitForURL('**/checkout?package=p250');
    await page.getByText('R25.96').waitFor();
    await page.getByRole('switch', { name: 'Save this card' }).click();
    await button('Pay R199').dblclick();
    await payWith(page, 'Payment succeeds', world.url);
    await heading('Payment received').waitFor();
    expect(new URL(page.url()).searchParams.has('order')).toBe(true);
    // 250 bought, 50 with the pack and 50 for the first purchase.
    expect(await balance()).toBe(350);
    expect((await orders()).map(({ amount, status }) => [amount, status])).toEqual([[199, 'paid']]);
    expect(await isLedgerConsistent()).toBe(true);
  });

  it('has a receipt as PDF', async () => {
    const href = await page.getByRole('link', { name: 'Receipt (PDF)' }).getAttribute('href');
    const response = await fetch(`${world.url}${href}`, { headers: { cookie: payer.cookie } });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('for a subscription: charges the saved card once, however often it is tapped', async () => {
    const before = await earned();
    await page.goto(`/profiles/${creatorId}`);
    await button(/^Subscribe R/).click();
    const sheet = page.getByRole('dialog', { name: `Subscribe to ${creatorName}` });
    await sheet.getByText('Card ending 4242').waitFor();
    await sheet.getByRole('button', { name: /^Subscribe for / }).dblclick();
    await page.getByText('Successfully subscribed to creator').waitFor();
    expect(await page.getByRole('button', { name: 'Subscribed' }).first().isDisabled()).toBe(true);
    const paid = (await orders()).filter(({ purpose }) => purpose === 'subscription');
    expect(paid.map(({ amount, status }) => [amount, status])).toEqual([[price, 'paid']]);
    // The 80 % split rounds to one side.
    expect(Math.abs((await earned()) - before - price * 80)).toBeLessThanOrEqual(1);
    expect(await isLedgerConsistent()).toBe(true);
  });

  it('is never offered to a subscriber again, whose items show no lock', async () => {
    for (const path of ['profile', 'profiles', 'creator']) {
      await page.goto(`/${path}/${creatorId}`);
      await button('Subscribed').waitFor();
      expect(await page.getByRole('button', { name: /^Subscribe/ }).count()).toBe(1);
      await page
        .getByText(/^Renews /)
        .first()
        .waitFor();
      await page.locator('[data-content-id]').first().waitFor();
      expect(await page.getByRole('button', { name: /^Locked/ }).count()).toBe(0);
    }
  });

  it("for a tip: amount reviewed, the specification's texts, the goal updated", async () => {
    const before = await earned();
    await page.goto(`/profiles/${creatorId}`);
    await page.locator('[data-content-id]').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Tip', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: `Tip ${creatorName}` });
    expect(await sheet.getByRole('button', { name: 'Send tip' }).isDisabled()).toBe(true);
    await sheet.getByRole('button', { name: 'R50', exact: true }).click();
    await sheet.getByLabel('Message, if you like').fill('For the late light.');
    await sheet.getByRole('button', { name: 'Send R50 tip' }).dblclick();
    await page.getByText('Tip sent!').waitFor();
    await page.getByText(`Successfully sent R50 to ${creatorName}`).waitFor();
    expect((await orders()).filter(({ purpose }) => purpose === 'tip').map(({ amount }) => amount)).toEqual([50]);
    expect((await earned()) - before).toBe(4_000);
    expect(await isLedgerConsistent()).toBe(true);
  });

  it('for a membership: joined once, with its bonus', async () => {
    const before = await balance();
    await page.goto('/vip');
    await button('Join Gold for R299').click();
    await page.getByRole('dialog', { name: 'Join Gold' }).getByRole('button', { name: 'Pay R299' }).dblclick();
    await page.getByText('You are a Gold member.').waitFor();
    await page.getByText('VIP Gold').first().waitFor();
    expect(await listConsents(payer)).toEqual([creatorId, 'gold']);
    expect(await balance()).toBe(before + 200);
    await button('Stop renewing').click();
    await button('Renew again').waitFor();
    expect(await isLedgerConsistent()).toBe(true);
  });

  it("adds up with the orders in the list of purchases and in this month's spending", async () => {
    const all = await orders();
    const spent = all.reduce((total, { amount }) => total + amount, 0);
    expect(all).toHaveLength(4);
    await page.goto('/settings/payments');
    const shown = `R${spent.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(spent) ? 0 : 2 })}`;
    await page.getByText(shown).first().waitFor();
    const showsAll = async () => {
      for (const { description } of all) await page.getByText(description).first().waitFor();
      expect(await page.getByRole('link', { name: /^Receipt of / }).count()).toBe(4);
    };
    await showsAll();
    await page.getByRole('link', { name: 'Statement and receipts' }).last().click();
    await page.getByRole('heading', { name: 'Statement' }).waitFor();
    await showsAll();
    await page.getByText(shown, { exact: true }).first().waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    await proveWithPassword(page, password);
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}\.csv$/);
    const csv = await readFile(await file.path(), 'utf8');
    for (const { description } of all) expect(csv).toContain(description);
    await page.getByRole('button', { name: 'Refunds', exact: true }).click();
    await page.getByText('Nothing of this kind here.').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Payments' }).first().waitFor();
  });

  it('is refunded for an unspent pack within seven days, with its bonus', async () => {
    const before = await balance();
    await button('Give back').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Get R199 back' }).dblclick();
    await page.getByText('R199 is on its way back to your card.').waitFor();
    await expect.poll(async () => (await orders()).at(-1)?.status).toBe('refunded');
    expect(await balance()).toBeLessThanOrEqual(before - 250);
    expect(await isLedgerConsistent()).toBe(true);
  });

  it('T37: is not granted for a declined card or a forged return', async () => {
    const before = await balance();
    await page.goto('/checkout?package=p100');
    await page.getByText('Another card').click();
    await button('Pay R99').click();
    await payWith(page, 'Payment is declined', world.url);
    await heading('Payment Error').waitFor();
    await page.getByText(/insufficient funds/i).waitFor();
    expect(await balance()).toBe(before);
    await page.goto('/checkout?order=0193b0c0-0000-7000-8000-000000000001');
    await page.getByText('Unable to load payment details').waitFor();
    expect(await balance()).toBe(before);
    expect(faultsOf(visitor)).toEqual([]);
  });

  it("is stopped at once by the member's own limit", async () => {
    const before = await balance();
    await page.goto('/settings/payments');
    await button('Change limits').click();
    const sheet = page.getByRole('dialog', { name: 'Spending limits' });
    await sheet.getByLabel('Most in a day').fill('600');
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Your limits hold from now.').waitFor();
    await page.getByText('of R600').waitFor();
    await page.goto('/checkout?package=p1000');
    await button('Pay R599').click();
    await page.getByText('This is over the spending limit you have set').waitFor();
    expect(await balance()).toBe(before);
  });

  it('without a card goes through checkout and bank, and returns to the creator', async () => {
    const other = await createPayer(world.url);
    const fresh = await openVisitor(world.browser, { url: world.url, cookie: other.cookie, width: 390, height: 844 });
    try {
      const { page: tab } = fresh;
      await tab.goto(`/profiles/${creatorId}`);
      await tab
        .getByRole('button', { name: /^Subscribe R/ })
        .first()
        .click();
      await tab.getByRole('button', { name: /^Subscribe for / }).click();
      await tab.waitForURL('**/checkout?purpose=subscription**');
      await tab.getByRole('button', { name: /^Pay / }).click();
      await payWith(tab, '3-D Secure', world.url);
      await tab.getByRole('button', { name: 'Approve payment' }).click();
      await tab.getByText('Successfully subscribed to creator').waitFor();
      await tab.getByRole('link', { name: `Back to ${creatorName}` }).click();
      await tab.waitForURL(`**/profiles/${creatorId}`);
      const done = tab.getByRole('button', { name: 'Subscribed' }).first();
      await done.waitFor();
      expect(await done.isDisabled()).toBe(true);
      expect(await listConsents(other)).toEqual([creatorId]);
      expect(faultsOf(fresh)).toEqual([]);
    } finally {
      await fresh.close();
    }
    expect(await isLedgerConsistent()).toBe(true);
  });
});
