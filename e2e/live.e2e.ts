import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openLive } from './support/live.ts';
import { giveRose } from './support/people.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// A change by one member reaches others, and their own other tabs, without a reload.

const world = useWorld();
let fan: Visitor;
let creator: Visitor;
let creatorId: string;

beforeAll(async () => {
  const sessions = inject('demoSessions');
  fan = await openVisitor(world.browser, { url: world.url, cookie: sessions.fan, still: false, height: 844 });
  creator = await openVisitor(world.browser, {
    url: world.url,
    cookie: sessions.creator,
    still: false,
    width: 390,
    height: 844,
  });
  const [row] = await world.rows<{ id: string }>(
    `select p.id from profiles p join accounts a on a.id = p.account_id where a.email = 'creator@vlam.test'`,
  );
  creatorId = row?.id ?? '';
});
afterAll(async () => {
  await Promise.all([fan, creator].map((visitor) => visitor?.close()));
});

const watched = new WeakMap<Page, number>();

/** Opens a screen with a socket and counts its reloads from then on. */
async function openWatched(page: Page, path: string): Promise<void> {
  await openLive(page, path);
  page.on('domcontentloaded', () => watched.set(page, (watched.get(page) ?? 0) + 1));
}

/** The balance as displayed. */
async function shownBalance(page: Page): Promise<number> {
  const text = await page.locator('[data-slot="balance"] .sr-only').first().textContent();
  return Number(text?.replace(/\D/g, ''));
}

async function sendRose(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Red Rose/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Send for/ })
    .click();
  await page.getByText('Gift Sent!').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
}

describe('live updates', () => {
  it('show a gift in the other browser, over every screen, with its animation', async () => {
    await openWatched(creator.page, '/marketplace');
    await openWatched(fan.page, `/gifts?to=${creatorId}`);
    await sendRose(fan.page);
    await creator.page.getByText(/sent you a gift: Red Rose/).waitFor();
    await creator.page.locator('[data-slot="gift-arrival"]').waitFor({ state: 'attached' });
    await creator.page.locator('[data-slot="gift-arrival"]').waitFor({ state: 'detached' });
    expect(watched.get(creator.page)).toBeUndefined();
    expect(creator.faults).toEqual([]);
  });

  it('show no motion to members who prefer reduced motion', { tags: ['long'] }, async () => {
    await openWatched(creator.page, '/marketplace');
    await fan.page.goto(`/gifts?to=${creatorId}`);
    await creator.page.emulateMedia({ reducedMotion: 'reduce' });
    await creator.page.getByText(/sent you a gift: Red Rose/).waitFor({ state: 'hidden' });
    await sendRose(fan.page);
    await creator.page.getByText(/sent you a gift: Red Rose/).waitFor();
    expect(await creator.page.locator('[data-slot="gift-arrival"]').count()).toBe(0);
  });

  it('show spending in every tab of the account', { tags: ['long'] }, async () => {
    const other = await fan.context.newPage();
    await fan.page.goto(`/gifts?to=${creatorId}`);
    await openWatched(other, '/credits');
    await expect.poll(() => shownBalance(other)).toBeGreaterThan(100);
    const before = await shownBalance(other);
    await sendRose(fan.page);
    await expect.poll(() => shownBalance(other)).toBe(before - 50);
    expect(watched.get(other)).toBeUndefined();
    await other.close();
    expect(fan.faults).toEqual([]);
  });

  it('refetch what a tab missed while disconnected', { tags: ['long'] }, async () => {
    const { page } = fan;
    const other = await fan.context.newPage();
    await openWatched(other, '/credits');
    await openWatched(page, `/gifts?to=${creatorId}`);
    const before = await shownBalance(other);
    await other.context().setOffline(true);
    await other.waitForTimeout(300);
    // Bought elsewhere while this browser was disconnected.
    await giveRose(world.url, inject('demoSessions').fan, creatorId);
    expect(await shownBalance(other)).toBe(before);
    await other.context().setOffline(false);
    await expect.poll(() => shownBalance(other), { timeout: 20_000 }).toBe(before - 50);
    await other.close();
  });
});
