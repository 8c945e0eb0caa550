import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPicture } from '../apps/server/test/pictures.ts';
import { createPayer, faultsOf, type Payer, payWith } from './support/payer.ts';
import { answerRating } from './support/publishing.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// A creator adds a second tier and publishes from it; a subscriber of the first meets its name, moves up and sees it.

const world = useWorld();
const creatorName = 'Refilwe Sithole';
const tierName = 'Ember Gold';
const title = `Gold hour ${Date.now()}`;
const phone = { width: 390, height: 844 };
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
  const offer = {
    displayName: creatorName,
    bio: 'Late light, slow mornings, film grain.',
    category: 'Art & Adult',
    subscriptionPrice: 99,
  };
  creatorId = (await send(creator, 'PATCH', '/api/profiles/me', offer)).id;
  // A moderator has seen their posts before.
  await world.rows('update profiles set creator_verified_at = now() where id = $1', [creatorId]);
  [creatorSide, fanSide] = await Promise.all(
    [creator, fan].map((payer) =>
      openVisitor(world.browser, { url: world.url, cookie: payer?.cookie ?? '', ...phone }),
    ),
  );
});
afterAll(async () => {
  await Promise.all([creatorSide?.close(), fanSide?.close()]);
});

it('a creator adds a second tier and publishes a post that opens from it', async () => {
  const page = (creatorSide as Visitor).page;
  await page.goto('/studio/prices');
  await page.getByRole('button', { name: 'Add a tier' }).click();
  const form = page.getByRole('dialog', { name: 'A new tier' });
  await form.getByLabel('Name').fill(tierName);
  await form.getByLabel('Price a month').fill('199');
  await form.getByLabel('What it opens').fill('The gold series');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: tierName }).waitFor();

  await page.goto('/create');
  const buffer = await aPicture({ width: 600, height: 750, seed: Date.now() % 1_000_000 });
  await page.getByLabel('Choose a picture').setInputFiles({ name: 'gold.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('switch', { name: /Premium/ }).click();
  await page.getByRole('textbox', { name: 'Price in credits' }).fill('0');
  await page.getByRole('radio', { name: tierName }).check();
  await answerRating(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Your content has been published').waitFor();
});

it('T31: a subscriber of the first tier meets the veil with the name of the second', async () => {
  const page = (fanSide as Visitor).page;
  await page.goto(`/profile/${creatorId}`);
  await page.getByRole('button', { name: /^Subscribe R99/ }).click();
  const sheet = page.getByRole('dialog', { name: `Subscribe to ${creatorName}` });
  await sheet.getByText('The gold series').waitFor();
  await sheet.getByRole('button', { name: 'Subscribe for R99' }).click();
  await page.getByRole('button', { name: 'Pay R99' }).click();
  await payWith(page, 'Payment succeeds', world.url);
  await expect.poll(async () => (await subscriptionOf())?.tier, { timeout: 20_000 }).toBe(1);

  await page.goto(`/profile/${creatorId}`);
  await page.getByText('You have Tier 1').waitFor();
  const tile = page.getByRole('button', { name: `Locked picture, ${title}, with ${tierName}`, exact: false });
  await tile.getByText(`With ${tierName}`).waitFor();
  const [item] = await world.rows<{ mediaId: string }>(
    'select media_id as "mediaId" from content_items where title = $1',
    [title],
  );
  expect((fanSide as Visitor).texts.some(({ body }) => body.includes(item?.mediaId ?? title))).toBe(false);
});

it('T29: upgrades with the saved card at the price that is shown, and sees it at once', async () => {
  const page = (fanSide as Visitor).page;
  const before = await subscriptionOf();
  await page.getByRole('button', { name: new RegExp(title) }).click();
  await page
    .getByRole('dialog', { name: title })
    .getByRole('button', { name: `Upgrade to ${tierName}, R199 a month` })
    .click();
  const sheet = page.getByRole('dialog', { name: `Your tier with ${creatorName}` });
  await sheet.getByText('29 days wait and follow').waitFor();
  await sheet.getByRole('button', { name: 'Move up for R199' }).click();
  await page.getByRole('dialog', { name: title }).getByRole('img', { name: title }).waitFor();
  const after = await subscriptionOf();
  expect(after).toMatchObject({ tier: 2, tierName, amount: 199, higherTier: 'none' });
  // The paid days of the lower tier wait behind the higher one, whole.
  const day = 86_400_000;
  expect(Math.round((Date.parse(after.expiryDate) - Date.parse(before.expiryDate)) / day)).toBe(30);
  const paid = await send(fan, 'GET', '/api/payments/orders');
  expect(paid.items.map(({ amount }: { amount: number }) => amount).sort()).toEqual([199, 99]);
  expect([...faultsOf(creatorSide as Visitor), ...faultsOf(fanSide as Visitor)]).toEqual([]);
});
