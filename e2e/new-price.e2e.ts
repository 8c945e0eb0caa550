import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPayer, faultsOf, type Payer, payWith } from './support/payer.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// A creator raises the price: subscribers keep theirs, are asked, and pay what they agreed to.

const world = useWorld();
const creatorName = 'Palesa Mokoena';
let [creator, fan]: Payer[] = [];
let creatorId: string;
let [creatorSide, fanSide]: Visitor[] = [];

const send = async (payer: Payer | undefined, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', cookie: payer?.cookie ?? '', 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
};
const subscriptionOf = async () => (await send(fan, 'GET', '/api/subscriptions'))[0];

beforeAll(async () => {
  [creator, fan] = await Promise.all([createPayer(world.url), createPayer(world.url)]);
  const change = {
    displayName: creatorName,
    bio: 'Late light, slow mornings, film grain.',
    category: 'Art & Adult',
    subscriptionPrice: 149,
  };
  creatorId = (await send(creator, 'PATCH', '/api/profiles/me', change)).id;
  [creatorSide, fanSide] = await Promise.all(
    [creator, fan].map((payer) =>
      openVisitor(world.browser, { url: world.url, cookie: payer?.cookie ?? '', width: 390, height: 844 }),
    ),
  );
});
afterAll(async () => {
  await Promise.all([creatorSide?.close(), fanSide?.close()]);
});

it('a fan subscribes at R149', async () => {
  const page = (fanSide as Visitor).page;
  await page.goto(`/profile/${creatorId}`);
  await page
    .getByRole('button', { name: /^Subscribe R149/ })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: `Subscribe to ${creatorName}` })
    .getByRole('button', { name: 'Subscribe for R149' })
    .click();
  await page.getByRole('button', { name: 'Pay R149' }).click();
  await payWith(page, 'Payment succeeds', world.url);
  await expect.poll(async () => (await subscriptionOf())?.amount, { timeout: 20_000 }).toBe(149);
});

it('the creator sees the effect of another price, and requests it', async () => {
  const page = (creatorSide as Visitor).page;
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit offer' }).click();
  const sheet = page.getByRole('dialog', { name: 'What you offer' });
  await sheet.getByLabel('Monthly price').fill('199');
  await sheet.getByText('1 subscriber keeps the price they have').waitFor();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 subscriber renews for less than R199').waitFor();
  await page.getByRole('button', { name: 'Ask them to move to R199' }).click();
  await page.getByRole('dialog', { name: 'Ask for R199?' }).getByRole('button', { name: 'Ask 1 subscriber' }).click();
  await page.getByText('Asked 1 subscriber to move to R199').waitFor();
});

it('the subscriber sees the notice and both prices, keeps the old one, and then agrees', async () => {
  const page = (fanSide as Visitor).page;
  const asked = page.getByText(`${creatorName} asks you to move to R199 a month`);
  await expect
    .poll(
      async () => {
        await page.goto('/notifications');
        return asked
          .first()
          .waitFor({ timeout: 3_000 })
          .then(
            () => true,
            () => false,
          );
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  await asked.first().click();
  const sheet = page.getByRole('dialog', { name: 'A new price' });
  await sheet.getByText('You pay now, every 30 days').waitFor();
  await sheet.getByRole('button', { name: 'Keep R149' }).click();
  await page.getByText('You keep R149').first().waitFor();
  await expect.poll(subscriptionOf).toMatchObject({ nextAmount: 149, priceRequest: { answer: 'kept' } });

  const row = page.getByRole('link', { name: 'Asked for R199, you keep yours' });
  await expect.poll(() => row.evaluate((link) => link === document.activeElement).catch(() => false)).toBe(true);
  const box = await row.boundingBox();
  expect(box?.y).toBeGreaterThan(0);
  expect(box?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
  await page.locator('[data-slot="toast-free"]').filter({ has: row }).getByText(creatorName).waitFor();
  await row.click();
  await sheet.getByRole('button', { name: 'Agree to R199' }).click();
  await page.getByRole('link', { name: 'You agreed to R199' }).waitFor();
  expect(await subscriptionOf()).toMatchObject({ amount: 149, nextAmount: 199, priceRequest: { answer: 'agreed' } });
  await page.getByText(/^R149, renews .* for R199$/).waitFor();
});

it('the creator sees how many agreed', async () => {
  const page = (creatorSide as Visitor).page;
  await page.goto('/profile');
  const figures = page.locator('[data-slot="price-request"]');
  await figures.getByText('Agreed').waitFor();
  expect(await figures.locator('dd').allTextContents()).toEqual(['1', '0', '0']);
  expect([...faultsOf(creatorSide as Visitor), ...faultsOf(fanSide as Visitor)]).toEqual([]);
});
