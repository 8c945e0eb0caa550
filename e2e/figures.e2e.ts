import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPayer, type Payer } from './support/payer.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld, visitWorld } from './support/world.ts';

// Two people open a creator's page, one of them twice and by a link, and one follows: the figures say exactly that.

const world = useWorld();
const phone = { width: 390, height: 844 };
let [creator, one, other]: Payer[] = [];
let creatorId: string;
let visitors: Visitor[] = [];

beforeAll(async () => {
  [creator, one, other] = await Promise.all([1, 2, 3].map(() => createPayer(world.url)));
  const response = await fetch(`${world.url}/api/profiles/me`, {
    method: 'PATCH',
    headers: { 'sec-fetch-site': 'same-origin', cookie: creator?.cookie ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{
        displayName: 'Ayabonga Radebe',
        bio: 'Late light, slow mornings, film grain.',
        category: 'Art & Adult',
        subscriptionPrice: 99,
      },
    }),
  });
  creatorId = (await response.json()).id;
  visitors = await Promise.all(
    [one, other].map((payer) => openVisitor(world.browser, { url: world.url, cookie: payer?.cookie ?? '', ...phone })),
  );
});
afterAll(() => Promise.all(visitors.map((visitor) => visitor.close())));

it('show who came today and what became of it', async () => {
  const [first, second] = visitors.map(({ page }) => page);
  if (!first || !second) throw new Error('no visitors');
  const counted = async () =>
    (
      await world.rows<{ n: number }>('select count(*)::int as n from page_visits where profile_id = $1', [creatorId])
    )[0]?.n;
  await first.goto(`/profile/${creatorId}`);
  await first.getByRole('button', { name: /^Subscribe R99/ }).waitFor();
  await expect.poll(counted).toBe(1);
  await second.goto(`/profile/${creatorId}`);
  await second.getByRole('button', { name: 'Follow', exact: true }).first().click();
  await expect.poll(counted).toBe(2);
  // Again on the same day: still one person.
  await first.reload();
  await first.getByRole('button', { name: /^Subscribe R99/ }).waitFor();
  await visitWorld(world, { cookie: creator?.cookie, ...phone }, async ({ page }) => {
    await page.goto('/studio');
    await page.getByRole('navigation', { name: 'Parts of the studio' }).getByRole('link', { name: 'Figures' }).click();
    await page.getByRole('heading', { level: 1, name: 'Figures' }).waitFor();
    await page
      .getByText('Visits of your page')
      .locator('xpath=following-sibling::p[1]')
      .getByText('2', { exact: true })
      .waitFor();
    const followers = page.locator('dl > div', { hasText: 'New followers' });
    expect((await followers.textContent()) ?? '').toContain('1');
    await followers.getByText('50% of visits').waitFor();
    await page.getByRole('table', { name: 'Where they came from' }).getByText('100%').waitFor();
  });
});
