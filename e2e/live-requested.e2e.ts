import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { launchBrowser } from '../apps/server/test/browser.ts';
import { endOwnShows } from './support/broadcaster.ts';
import { createMemberWithThirtyCredits } from './support/callers.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { softwareOnly, useWorld } from './support/world.ts';

// A private show: asked for, moved to another time, begun from the request, watched by one member, and paid.

const world = useWorld();
let second: Browser;
let creator: Visitor;
let fan: Visitor;
let creatorId: string;

beforeAll(async () => {
  second = await launchBrowser(softwareOnly);
  const sessions = inject('demoSessions');
  const size = { width: 390, height: 844 };
  creator = await openVisitor(second, { url: world.url, cookie: sessions.creator, ...size });
  await creator.context.grantPermissions(['camera', 'microphone']);
  fan = await openVisitor(world.browser, { url: world.url, cookie: sessions.fan, ...size });
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
}, 60_000);
afterAll(async () => {
  await endOwnShows(world);
  await Promise.all([creator?.close(), fan?.close()]);
  await second?.close();
});

const balance = async () =>
  ((await (await fan.page.request.get('/api/credits/balance')).json()) as { balance: number }).balance;

/** Asks for a show at 50 credits, which the creator accepts for another time. */
async function agree(title: string): Promise<void> {
  const { page } = fan;
  await page.goto(`/requests?creator=${creatorId}`);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Two songs, and the blue lamp.');
  await page.getByLabel('Type').selectOption({ label: 'Live show' });
  await page.getByRole('button', { name: 'Send, holding 50 credits' }).click();
  await page.getByText('Request Sent!').waitFor();

  await creator.page.goto('/requests');
  const received = creator.page.locator('article', { hasText: title });
  await received.getByRole('button', { name: 'Respond' }).click();
  const sheet = creator.page.getByRole('dialog');
  const other = (await sheet.getByLabel('Time').inputValue()) === '20:30' ? '21:00' : '20:30';
  await sheet.getByLabel('Time').fill(other);
  await sheet.getByRole('button', { name: 'Send counter-offer' }).click();
  await creator.page.getByText('Response Sent!').waitFor();

  await page.goto('/requests');
  const sent = page.locator('article', { hasText: title });
  await sent.getByRole('button', { name: 'See the counter-offer' }).click();
  await page.getByRole('dialog').getByText(other).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Agree' }).click();
  await sent.getByText('The show is for you alone, and you are told when it begins.').waitFor();
}

it('T43: a requested show is planned, begun from the request, watched by its requester alone, and paid when it ran', {
  tags: ['long'],
}, async () => {
  const before = await balance();
  const title = `Two songs by lamplight ${before}`;
  await agree(title);
  expect(await balance()).toBe(before - 50);
  await world.rows(`update lives set planned_for = now() + interval '5 minutes' where title = $1`, [title]);

  await creator.page.goto('/requests');
  await creator.page.locator('article', { hasText: title }).getByRole('link', { name: 'Begin the show' }).click();
  const own = creator.page.locator('li', { hasText: title });
  await own.getByText('Private, from a request.').waitFor();
  await own.getByRole('button', { name: 'Begin', exact: true }).click();
  await creator.page.locator('[data-slot="line"][data-phase="steady"]').waitFor({ timeout: 20_000 });

  await fan.page.goto('/requests');
  await fan.page.locator('article', { hasText: title }).getByRole('link', { name: 'To the show' }).click();
  await fan.page.locator('[data-slot="live-video"][data-plays="true"]').waitFor({ timeout: 25_000 });
  const address = new URL(fan.page.url()).pathname;
  const stranger = await openVisitor(world.browser, {
    url: world.url,
    cookie: (await createMemberWithThirtyCredits(world)).cookie,
  });
  const list = { headers: { 'sec-fetch-site': 'same-origin' } };
  expect((await stranger.page.request.get(`/m${address}/index.m3u8`, list)).status()).toBe(404);
  await stranger.page.goto('/live');
  await stranger.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await stranger.page.getByText(title).count()).toBe(0);
  await stranger.close();

  // Less than five minutes of picture would be refunded.
  await world.rows(`update lives set streamed_ms = 360000 where title = $1`, [title]);
  await creator.page.getByRole('button', { name: 'End show' }).click();
  await fan.page.getByText('The show is over').waitFor();
  await fan.page.goto('/requests');
  const sent = fan.page.locator('article', { hasText: title });
  await sent.getByText('Completed').waitFor();
  await sent.getByRole('button', { name: 'View Content' }).click();
  await fan.page.getByRole('dialog').getByRole('button', { name: '5 stars' }).waitFor();
  expect(await balance()).toBe(before - 50);
  for (const { faults } of [creator, fan]) expect(faults).toEqual([]);
});

it('T43: a requested show that its creator calls off gives its price back', { tags: ['long'] }, async () => {
  const before = await balance();
  const title = `One dance, called off ${before}`;
  await agree(title);
  await creator.page.goto('/go-live');
  await creator.page.locator('li', { hasText: title }).getByRole('button', { name: 'Call off' }).click();
  await creator.page.getByRole('dialog').getByRole('button', { name: 'Call off' }).click();
  await expect.poll(balance).toBe(before);
  await fan.page.goto('/requests');
  const sent = fan.page.locator('article', { hasText: title });
  await sent.getByText('Declined').waitFor();
  await sent.getByText('Your credits came back.').waitFor();
  for (const { faults } of [creator, fan]) expect(faults).toEqual([]);
});
