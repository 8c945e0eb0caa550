import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPayer, faultsOf, type Payer, payWith } from './support/payer.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// A creator who wants to leave stops selling subscriptions: fans keep what they paid for, and the screens say so.

const world = useWorld();
const creatorName = 'Naledi Khumalo';
let [creator, fan, stranger]: Payer[] = [];
let creatorId: string;
let [creatorSide, fanSide, strangerSide]: Visitor[] = [];

const send = async (payer: Payer | undefined, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: { 'sec-fetch-site': 'same-origin', cookie: payer?.cookie ?? '', 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
};

beforeAll(async () => {
  [creator, fan, stranger] = await Promise.all([1, 2, 3].map(() => createPayer(world.url)));
  const change = {
    displayName: creatorName,
    bio: 'Dunes at first light, and the long way home.',
    category: 'Art & Adult',
    subscriptionPrice: 149,
  };
  creatorId = (await send(creator, 'PATCH', '/api/profiles/me', change)).id;
  [creatorSide, fanSide, strangerSide] = await Promise.all(
    [creator, fan, stranger].map((payer) =>
      openVisitor(world.browser, { url: world.url, cookie: payer?.cookie ?? '', width: 390, height: 844 }),
    ),
  );
});
afterAll(async () => {
  await Promise.all([creatorSide?.close(), fanSide?.close(), strangerSide?.close()]);
});

it('T86: the deletion waits for what fans have paid for, and offers to stop selling', async () => {
  const fanPage = (fanSide as Visitor).page;
  await fanPage.goto(`/profile/${creatorId}`);
  await fanPage
    .getByRole('button', { name: /^Subscribe R149/ })
    .first()
    .click();
  await fanPage
    .getByRole('dialog', { name: `Subscribe to ${creatorName}` })
    .getByRole('button', { name: 'Subscribe for R149' })
    .click();
  await fanPage.getByRole('button', { name: 'Pay R149' }).click();
  await payWith(fanPage, 'Payment succeeds', world.url);
  await expect.poll(async () => (await send(fan, 'GET', '/api/subscriptions')).length, { timeout: 20_000 }).toBe(1);

  const page = (creatorSide as Visitor).page;
  await page.goto('/my-data');
  await page.getByText(/^Fans have paid until \d+ \w+ \d{4}$/).waitFor();
  expect(await page.getByRole('button', { name: 'Delete my account' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Stop selling subscriptions' }).click();
  const sheet = page.getByRole('dialog', { name: 'Stop selling subscriptions?' });
  await sheet.getByText(/^1 subscriber keeps what they paid for/).waitFor();
  await sheet.getByRole('button', { name: 'Stop selling' }).click();
  await page.getByText('You sell no more, so nobody is charged again.').waitFor();
  expect(await page.getByRole('button', { name: 'Stop selling subscriptions' }).count()).toBe(0);
});

it('the fan reads until when, and can neither resume nor be charged', async () => {
  const page = (fanSide as Visitor).page;
  const told = page.getByText(new RegExp(`${creatorName} has stopped selling subscriptions. Yours lasts until`));
  await expect
    .poll(
      async () => {
        await page.goto('/notifications');
        return told
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
  await told.first().click();
  await page.getByRole('heading', { name: 'Subscriptions' }).waitFor();
  await page.getByText(/^Yours until .*No subscriptions are sold any more/).waitFor();
  expect(await page.getByRole('button', { name: /^(Resume|Stop) the subscription/ }).count()).toBe(0);
});

it('a stranger reads that there are none, and can subscribe once they are sold again', async () => {
  const page = (strangerSide as Visitor).page;
  await page.goto(`/profile/${creatorId}`);
  expect(await page.getByRole('button', { name: 'No subscriptions' }).isDisabled()).toBe(true);
  await page.goto(`/checkout?purpose=subscription&reference=${creatorId}`);
  await page.getByText(`${creatorName} has stopped selling subscriptions. Nothing was charged.`).waitFor();

  const own = (creatorSide as Visitor).page;
  await own.goto('/profile');
  await own.getByText('You sell no subscriptions').waitFor();
  await own.getByRole('button', { name: 'Sell again' }).click();
  await own.getByText('Subscriptions are on sale').waitFor();
  await page.goto(`/profile/${creatorId}`);
  await page
    .getByRole('button', { name: /^Subscribe R149/ })
    .first()
    .waitFor();
  expect([creatorSide, fanSide, strangerSide].flatMap((side) => faultsOf(side as Visitor))).toEqual([]);
});
