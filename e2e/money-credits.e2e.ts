import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isSound, reconcile } from '../apps/server/src/modules/credits/reconcile.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { proveIfAsked, proveWithPassword } from './support/proof.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// Credits from a fan to a creator, and rand from the platform to the creator's bank; the books balance after each.

const world = useWorld();
let fan: Visitor;
let creator: Visitor;
let admin: Visitor;
let creatorId: string;

beforeAll(async () => {
  const { fan: fanCookie, creator: creatorCookie, admin: adminCookie } = inject('demoSessions');
  const open = (cookie: string) => openVisitor(world.browser, { url: world.url, cookie, height: 844 });
  [fan, creator, admin] = await Promise.all([open(fanCookie), open(creatorCookie), open(adminCookie)]);
  const [row] = await world.rows<{ id: string }>(
    `select p.id from profiles p join accounts a on a.id = p.account_id where a.email = 'creator@vlam.test'`,
  );
  creatorId = row?.id ?? '';
  // Buying Diamond is another story; here it is only needed for custom requests.
  await world.rows(
    `insert into vip_memberships (account_id, tier, started_at, paid_until)
     select id, 'diamond', now(), now() + interval '30 days' from accounts where email = 'fan@vlam.test'
     on conflict (account_id) do update set tier = 'diamond', paid_until = excluded.paid_until`,
  );
});
afterAll(async () => {
  await Promise.all([fan, creator, admin].map((visitor) => visitor?.close()));
});

async function read<Answer>({ page }: Visitor, path: string): Promise<Answer> {
  return (await page.request.get(path)).json();
}
const balanceOf = async (visitor: Visitor) =>
  (await read<{ balance: number }>(visitor, '/api/credits/balance')).balance;
const latestOf = async (visitor: Visitor) =>
  (await read<{ amount: number }[]>(visitor, '/api/credits/transactions'))[0];
const earnedBy = async (visitor: Visitor) =>
  (await read<{ totalEarningsCents: number }>(visitor, '/api/creator/stats?period=total')).totalEarningsCents;

/** Credits of the fan in the ledger. */
async function heldByFan(): Promise<number> {
  const [row] = await world.rows<{ balance: string }>(
    `select coalesce(sum(l.balance), 0)::text as balance from ledger_accounts l join accounts a on a.id = l.owner_id
      where a.email = 'fan@vlam.test' and l.kind in ('wallet', 'wallet_promotional')`,
  );
  return Number(row?.balance);
}

/** Header, API and ledger show the same balance; the ledger balances and covers all liabilities. */
async function expectConsistentBooks(): Promise<void> {
  const balance = await balanceOf(fan);
  expect(await heldByFan()).toBe(balance);
  const shown = fan.page.locator('[data-slot="balance"] .sr-only').first();
  await expect.poll(async () => Number((await shown.textContent())?.replace(/\D/g, ''))).toBe(balance);
  const health = await read<{ balanced: boolean; solvent: boolean }>(admin, '/api/admin/ledger/health');
  expect(health).toMatchObject({ balanced: true, solvent: true });
}

/** The original file, not its veil. */
async function expectPicture(page: Page, title: string): Promise<void> {
  const picture = page.getByRole('dialog').getByRole('img', { name: title });
  await picture.waitFor();
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(100);
  expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('/m/');
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** Messages are shown one after the other for five seconds each: a story that waits for the next dismisses this one. */
async function readMessage(page: Page, text: string): Promise<void> {
  await page.getByText(text).waitFor();
  await button(page, 'Dismiss').click();
}
async function expectReconciledLedger(): Promise<void> {
  const database = openDatabase(inject('demoDatabaseUrl'), { size: 1, statementTimeoutMs: 60_000 });
  try {
    expect(isSound(await reconcile(database.pool))).toBe(true);
  } finally {
    await database.close();
  }
}

/** Total of a monthly statement in cents: income minus payouts. */
const sumOf = (statement: string): number =>
  statement
    .split('\r\n')
    .filter((line) => line.includes('"credits"') || line.includes('"rand"'))
    .reduce((cents, line) => cents + Math.round(Number(randOf(line)) * 100), 0);
/** Rand in a row of a statement, which separates by semicolons and writes a decimal comma. */
const randOf = (line: string) => line.split(';').at(-2)?.replaceAll('"', '').replace(',', '.');

/** Movements of the creator's earnings accounts in a month (YYYY-MM), in cents at 42 per credit. */
async function movementsIn(month: string): Promise<number> {
  const [row] = await world.rows<{ cents: string }>(
    `select coalesce(sum(e.amount * case l.currency when 'credits' then 42 else 1 end), 0)::text as cents
      from ledger_entries e join ledger_accounts l on l.id = e.account_id
      where l.owner_id = $1 and l.kind = 'earnings'
        and to_char(e.created_at at time zone 'Africa/Johannesburg', 'YYYY-MM') = $2`,
    [creatorId, month],
  );
  return Number(row?.cents);
}

/** The creator's cents of a price in credits: 80 % at 42 cents each. */
const shareOf = (price: number) => Math.round((price * 4) / 5) * 42;

describe('credits from a fan to a creator', () => {
  it('sends a gift', async () => {
    const [before, earned] = [await balanceOf(fan), await earnedBy(creator)];
    const { page } = fan;
    await page.goto(`/gifts?to=${creatorId}`);
    await page.getByText('Something for').waitFor();
    await button(page, /Golden Heart/).click();
    await page.getByLabel('Message').fill('For the last frame.');
    await button(page, 'Send for 100 credits').dblclick();
    await page.getByText('Gift Sent!').waitFor();
    expect(await balanceOf(fan)).toBe(before - 100);
    await page.getByText('“For the last frame.”').first().waitFor();
    expect(await latestOf(fan)).toMatchObject({ amount: -100 });
    expect(await earnedBy(creator)).toBe(earned + shareOf(100));
    await expectConsistentBooks();
  });

  it('buys a bundle and opens its items', async () => {
    const before = await balanceOf(fan);
    const { page } = fan;
    await page.goto('/marketplace');
    const card = page.getByRole('tabpanel').locator('li', { hasNotText: 'Owned' }).first().getByRole('button');
    await card.click();
    await button(page, /^Purchase Bundle/).click();
    await page.getByText('Purchase Successful!').waitFor();
    const { items } = await read<{ items: { price: number }[] }>(fan, '/api/bundles/purchases');
    expect(await balanceOf(fan)).toBe(before - (items[0]?.price ?? 0));
    await page.getByRole('tab', { name: 'Your Purchases' }).click();
    await page.getByText('30 days left').first().waitFor();
    await button(page, 'View Content').first().click();
    await page.getByText('Rate this bundle').last().waitFor();
    expect(await page.locator('dialog[open] [data-content-id]').count()).toBeGreaterThan(1);
    const tile = page.locator('dialog[open] [data-content-id]').first();
    const label = (await tile.getAttribute('aria-label')) ?? '';
    expect(label).toMatch(/^Picture, /);
    await tile.click();
    const title = label.replace(/^Picture, /, '').replace(/(, owned)?(, exclusive)?(, rated .+)?$/, '');
    await expectPicture(page, title);
    await expectConsistentBooks();
  });

  it('makes a request, accepts a higher price, and receives the delivery', async () => {
    const [before, earned] = [await balanceOf(fan), await earnedBy(creator)];
    const title = `Sunrise on the roof ${before}`;
    await fan.page.goto(`/requests?creator=${creatorId}`);
    await fan.page.getByLabel('Title').fill(title);
    await fan.page.getByLabel('Description').fill('One lamp, the city behind you.');
    await fan.page.getByRole('switch').click();
    await button(fan.page, 'Send, holding 65 credits').click();
    await fan.page.getByText('Request Sent!').waitFor();
    expect(await balanceOf(fan)).toBe(before - 65);

    await creator.page.goto('/requests');
    const received = creator.page.locator('article', { hasText: title });
    await received.getByRole('button', { name: 'Respond' }).click();
    await creator.page.getByLabel('Your price').fill('80');
    await button(creator.page, 'Send counter-offer').click();
    await creator.page.getByText('Response Sent!').waitFor();
    expect(await balanceOf(fan)).toBe(before - 65);

    await fan.page.goto('/requests');
    const sent = fan.page.locator('article', { hasText: title });
    await sent.getByRole('button', { name: 'See the counter-offer' }).click();
    await button(fan.page, 'Agree, holding 39 more').click();
    await sent.getByText('Request accepted! Content will be delivered soon.').waitFor();
    expect(await balanceOf(fan)).toBe(before - 104);

    const picture = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#8a4a2e' } })
      .png()
      .toBuffer();
    await creator.page.goto('/requests');
    await received.getByRole('button', { name: 'Deliver' }).click();
    await creator.page
      .locator('dialog[open] input[type=file]')
      .setInputFiles(['roof.png', 'yard.png'].map((name) => ({ name, mimeType: 'image/png', buffer: picture })));
    for (const file of ['File 2', 'File 1']) {
      await creator.page.getByRole('button', { name: file }).click();
      await creator.page.getByText('Ready,').waitFor();
    }
    await button(creator.page, 'Deliver for R34.86').click();
    await received.getByText('Completed').waitFor();
    expect(await earnedBy(creator)).toBe(earned + shareOf(104));

    await fan.page.goto('/requests');
    await sent.getByRole('button', { name: 'View Content' }).click();
    for (const file of [1, 2]) await expectPicture(fan.page, `${title}: file ${file} of 2`);
    await button(fan.page, '5 stars').click();
    await fan.page.getByText('Thank you. They see the mean of all stars, never yours.').waitFor();
    expect(await balanceOf(fan)).toBe(before - 104);
    await expectConsistentBooks();
  });

  it('disputes a request, which staff decide by a split; the books follow', async () => {
    const [before, earned] = [await balanceOf(fan), await earnedBy(creator)];
    await fan.page.goto('/requests');
    const sent = fan.page.locator('article', { hasText: 'Sunrise on the roof' }).first();
    await sent.getByRole('button', { name: 'Something is wrong' }).click();
    await fan.page.getByLabel('What is wrong').fill('The city is not in it.');
    await button(fan.page, 'Send to moderation').dblclick();
    await sent.getByText('104 credits are held until they decide.').waitFor();
    expect(await earnedBy(creator)).toBe(earned - shareOf(104));

    await creator.page.goto('/requests');
    const received = creator.page.locator('article', { hasText: 'Sunrise on the roof' }).first();
    await received.getByRole('button', { name: 'Say how you see it' }).click();
    await creator.page.getByLabel('Your side, sent once').fill('It is behind the chimney.');
    await button(creator.page, 'Send to moderation').click();
    await received.getByText('It is behind the chimney.').waitFor();

    const { page } = admin;
    await page.goto('/requests');
    await button(page, 'Your menu').click();
    await page.getByRole('link', { name: 'Manage payments' }).click();
    await page.getByRole('tab', { name: 'Disputes' }).click();
    await button(page, /Sunrise on the roof/).click();
    await page.getByText('It is behind the chimney.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Decide', exact: true }).click();
    await page.getByText('Whole credits to each side.').click();
    await page.getByLabel(/^Back to/).fill('54');
    await page.getByLabel('Reason, shown to both sides').fill('Half of what was agreed is there.');
    await button(page, 'Review').click();
    await page.getByText('This cannot be undone').waitFor();
    await button(page, 'Split 104 credits').dblclick();
    await page.getByText('Both sides have been notified.').waitFor();

    expect(await balanceOf(fan)).toBe(before + 54);
    expect(await earnedBy(creator)).toBe(earned - shareOf(104) + shareOf(50));
    for (const { page: side } of [fan, creator]) {
      await side.goto('/requests');
      await side.getByText('Half of what was agreed is there.').waitFor();
    }
    await expectConsistentBooks();
  });

  it('gives the credits back when a creator declines', { tags: ['long'] }, async () => {
    const before = await balanceOf(fan);
    const title = `A letter, read aloud ${before}`;
    await fan.page.goto(`/requests?creator=${creatorId}`);
    await fan.page.getByLabel('Title').fill(title);
    await fan.page.getByLabel('Description').fill('Two pages, one candle.');
    await button(fan.page, 'Send, holding 50 credits').click();
    await fan.page.getByText('Request Sent!').waitFor();
    await creator.page.goto('/requests');
    await creator.page.locator('article', { hasText: title }).getByRole('button', { name: 'Decline' }).click();
    await creator.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await creator.page.locator('article', { hasText: title }).getByText('Declined').waitFor();
    await expect.poll(() => balanceOf(fan)).toBe(before);
    // Changes by others show on the next page load.
    await fan.page.goto('/requests');
    await expectConsistentBooks();
  });
});

describe('rand from the platform to a bank', () => {
  it('is requested, approved and sent', async () => {
    const { page } = creator;
    await page.goto('/dashboard');
    await button(page, 'Request Payout').click();
    const dialog = page.getByRole('dialog');
    const missing = dialog.getByRole('button', { name: 'Add bank account' });
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
    if (await missing.isVisible()) {
      await missing.click();
      await page.getByLabel('Bank', { exact: true }).selectOption('Capitec');
      await page.getByLabel('Account holder').fill('Naledi Mokoena');
      await page.getByLabel('Account number').fill('1234 567 890');
      await page.getByLabel('Branch code').fill('470010');
      await button(page, 'Save account').click();
      await proveWithPassword(page);
      await readMessage(page, 'Bank account saved');
    }
    const before = await read<{ availableCents: number }>(creator, '/api/payouts');
    const ready = await page.getByText('ready to pay out').locator('..').textContent();
    expect(Number(ready?.replace(/[^\d.]/g, '')) * 100).toBeCloseTo(before.availableCents);
    await page.getByLabel('Amount').fill('512.40');
    await button(page, 'Request R512.40').dblclick();
    // The proof for the account is good for five minutes.
    await proveIfAsked(page, page.getByText('Payout requested'));
    const after = await read<{ availableCents: number; payouts: unknown[] }>(creator, '/api/payouts');
    expect(after.availableCents).toBe(before.availableCents - 51_240);
    expect(after.payouts[0]).toMatchObject({ amountCents: 51_240, status: 'requested', accountEnding: '7890' });
    await button(page, 'Request Payout').click();
    await dialog.getByText('Your payout of R512.40 is under way.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Request Payout' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await admin.page.goto('/admin/settings/payments');
    const row = admin.page.getByRole('tabpanel').locator('li', { hasText: 'R512.40' });
    await row.getByRole('button', { name: 'Approve' }).click();
    await button(admin.page, 'Approve R512.40').click();
    await proveIfAsked(admin.page, admin.page.getByText('Payout approved'));
    await readMessage(admin.page, 'Payout approved');
    await admin.page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Approved' }).click();
    await row.getByRole('button', { name: 'Mark as sent' }).click();
    await admin.page.getByLabel('Bank reference').fill('EFT 2026 001');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click();
    await admin.page.getByText('Payout sent').waitFor();

    await page.goto('/dashboard');
    await page.locator('#payouts li', { hasText: 'R512.40' }).first().getByText('Sent').waitFor();
    const month = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Africa/Johannesburg',
      year: 'numeric',
      month: '2-digit',
    })
      .format(new Date())
      .slice(0, 7);
    await page.getByRole('combobox', { name: 'Month' }).selectOption(month);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    const statement = await readFile(await download.path(), 'utf8');
    expect(statement).toMatch(/Payout.*;"-512,4";/);
    expect(sumOf(statement)).toBe(await movementsIn(month));
    await expectReconciledLedger();
    await fan.page.goto('/requests');
    await expectConsistentBooks();
    expect([...fan.faults, ...creator.faults, ...admin.faults]).toEqual([]);
  });
});
