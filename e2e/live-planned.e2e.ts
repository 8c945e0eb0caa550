import { afterAll, expect, it } from 'vitest';
import { useBroadcaster } from './support/broadcaster.ts';
import { createMemberWithThirtyCredits } from './support/callers.ts';
import { openVisitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// A show announced ahead: found, paid for, begun on time, and watched; and one that is called off.

const world = useWorld();
const title = 'Portraits by one lamp';
const broadcaster = useBroadcaster();
afterAll(async () => {
  await world.rows(`update lives set ended_at = now(), ending = 'ended' where title = $1 and ended_at is null`, [
    title,
  ]);
});

it('T105: a planned show sells its tickets ahead, begins on its day, and gives them back when it is called off', {
  tags: ['long'],
}, async () => {
  const creator = broadcaster();
  const { page } = creator;
  const announce = async () => {
    await page.goto('/go-live');
    await page.getByLabel('Title').fill(title);
    await page.getByText('Later', { exact: true }).click();
    await page.getByRole('button', { name: 'Announce the show' }).click();
    await page.getByRole('heading', { name: 'Your planned shows' }).waitFor();
  };
  await announce();
  const { cookie } = await createMemberWithThirtyCredits(world);
  const fan = await openVisitor(world.browser, { url: world.url, cookie, width: 390, height: 844 });
  try {
    const buy = async () => {
      await fan.page.goto('/live');
      const row = fan.page.locator('section[aria-labelledby="coming-up"] li', { hasText: title });
      await row.getByRole('button', { name: `Remind me of ${title}` }).click();
      await row.locator('button[aria-pressed="true"]').waitFor();
      await row.getByRole('link', { name: title }).click();
      await fan.page.getByRole('button', { name: 'Ticket for 25 credits' }).click();
      await fan.page.getByRole('dialog').getByRole('button', { name: 'Buy for 25 credits' }).click();
      await fan.page.getByText('You have a ticket, and are told when it begins.').waitFor();
    };
    await buy();
    await world.rows(`update lives set planned_for = now() + interval '5 minutes' where title = $1`, [title]);
    await page.reload();
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await page.locator('[data-slot="line"][data-phase="steady"]').waitFor({ timeout: 20_000 });
    await fan.page.locator('[data-slot="live-video"][data-plays="true"]').waitFor({ timeout: 25_000 });
    const notices = async () =>
      ((await (await fan.page.request.get('/api/notifications')).json()) as { items: { kind: string }[] }).items;
    await expect.poll(async () => (await notices()).map(({ kind }) => kind)).toContain('live');
    // Less than five minutes of picture: the ticket goes back.
    await page.getByRole('button', { name: 'End show' }).click();
    const balance = async () =>
      ((await (await fan.page.request.get('/api/credits/balance')).json()) as { balance: number }).balance;
    await expect.poll(balance).toBe(30);

    await announce();
    await buy();
    await page.reload();
    await page.getByRole('button', { name: 'Call off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Call off' }).click();
    await expect.poll(balance).toBe(30);
    await fan.page.reload();
    await fan.page.getByText('Your 25 credits are back in your balance.').waitFor();
    for (const { faults } of [creator, fan]) expect(faults).toEqual([]);
  } finally {
    await fan.close();
  }
});
