import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { configuredBrowser } from '../apps/server/test/machine.ts';
import { openLive } from './support/live.ts';
import { giveRose } from './support/people.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

// Notifications arrive live, can be read on any device, and show no details on a locked phone.

const world = useWorld();
let fan: Visitor;
let creator: Visitor;
let creatorId: string;

beforeAll(async () => {
  const sessions = inject('demoSessions');
  fan = await openVisitor(world.browser, { url: world.url, cookie: sessions.fan, width: 390, height: 844 });
  creator = await openVisitor(world.browser, { url: world.url, cookie: sessions.creator });
  const [row] = await world.rows<{ id: string }>(
    `select p.id from profiles p join accounts a on a.id = p.account_id where a.email = 'creator@vlam.test'`,
  );
  creatorId = row?.id ?? '';
});
afterAll(async () => {
  await Promise.all([fan, creator].map((visitor) => visitor?.close()));
});

/** The number in the bell's label; 0 without one. */
async function shownBell(page: Page): Promise<number> {
  const bell = page
    .locator('header')
    .getByLabel(/^Notifications/)
    .first();
  return Number((await bell.getAttribute('aria-label'))?.replace(/\D/g, '') ?? 0);
}

const sendRose = () => giveRose(world.url, inject('demoSessions').fan, creatorId);

describe('the bell', () => {
  it('of the demo fan counts three, each with its source', async () => {
    const unread = await world.rows(
      `select 1 from notifications n join accounts a on a.id = n.account_id
        where a.email = 'fan@vlam.test' and n.key like 'sample:%' and n.read_at is null`,
    );
    expect(unread).toHaveLength(3);
    await fan.page.goto('/notifications');
    await fan.page.getByRole('listitem').first().waitFor();
    expect(await shownBell(fan.page)).toBeGreaterThanOrEqual(3);
    await fan.page.getByText('New', { exact: true }).nth(2).waitFor({ state: 'attached' });
  });

  it('rings in a second browser, opens its list, and leads to the source', async () => {
    const { page } = creator;
    await openLive(page, '/marketplace');
    await expect.poll(() => shownBell(page)).toBeGreaterThan(0);
    const before = await shownBell(page);
    await sendRose();
    await expect.poll(() => shownBell(page)).toBe(before + 1);
    await page.getByRole('button', { name: /^Notifications, / }).click();
    const panel = page.getByRole('dialog', { name: /^Notifications/ });
    await panel
      .getByRole('link', { name: /sent you a gift/ })
      .first()
      .click();
    await page.waitForURL('**/gifts');
    await expect.poll(() => shownBell(page)).toBe(before);
  });

  it('marks as read in every tab of the account', { tags: ['long'] }, async () => {
    const { page } = creator;
    const phone = await creator.context.newPage();
    await phone.setViewportSize({ width: 390, height: 844 });
    await openLive(phone, '/credits');
    await openLive(page, '/notifications');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
    await expect.poll(() => shownBell(page)).toBe(0);
    await expect.poll(() => shownBell(phone)).toBe(0);
    await phone.close();
    expect(creator.faults).toEqual([]);
  });
});

describe('preferences', () => {
  it('have a label for every box, and are saved', async () => {
    const { page } = fan;
    await page.goto('/notifications?tab=preferences');
    const push = page.getByRole('checkbox', { name: 'Likes and comments: Device' });
    let kept = 0;
    page.on('response', (answer) => {
      if (answer.request().method() === 'PUT' && answer.ok()) kept += 1;
    });
    await push.uncheck();
    await expect(page.getByRole('checkbox', { name: 'Safety: In Vlam' }).isDisabled()).resolves.toBe(true);
    await page.getByRole('radio', { name: /Every day/ }).check();
    await page.getByRole('switch', { name: 'Nothing is pushed at night' }).click();
    await page.getByLabel('From', { exact: true }).waitFor();
    await expect.poll(() => kept).toBe(3);
    await page.reload();
    await expect.poll(() => push.isChecked()).toBe(false);
    await expect.poll(() => page.getByRole('radio', { name: /Every day/ }).isChecked()).toBe(true);
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('22:00');
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 390, height: 844 });
  });

  it('keep a refusal of push notifications: it is not asked again', { tags: ['long'] }, async () => {
    const page = await fan.context.newPage();
    // As a browser that has not asked yet; npm's denies permission.
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
    await page.goto('/notifications');
    await page.getByRole('button', { name: 'No, thanks' }).click();
    await page.reload();
    await page.getByRole('listitem').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('button', { name: 'No, thanks' }).count()).toBe(0);
    await page.close();
  });
});

describe.skipIf(!configuredBrowser)(
  `T75: a push${configuredBrowser ? '' : ' (skipped: CHROMIUM names no browser with pushes)'}`,
  () => {
    let session: CDPSession;
    let registrationId: string;

    const deliver = async (push: object) =>
      session.send('ServiceWorker.deliverPushMessage', {
        origin: world.url,
        registrationId,
        data: JSON.stringify(push).padEnd(128, ' '),
      });
    const shown = (page: Page) =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
      });

    it('shows the same short text for every topic, and nothing while a tab is visible', async () => {
      const { page, context } = fan;
      await context.grantPermissions(['notifications'], { origin: world.url });
      session = await context.newCDPSession(page);
      const registered = new Promise<string>((done) =>
        session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(world.url));
          if (own) done(own.registrationId);
        }),
      );
      await session.send('ServiceWorker.enable');
      await page.goto('/notifications?tab=preferences');
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      registrationId = await registered;
      await page.getByRole('switch', { name: /Tell me on this device/ }).waitFor();
      await deliver({ id: crypto.randomUUID(), unread: 2 });
      await page.waitForTimeout(500);
      expect(await shown(page)).toEqual([]);
      // No tab of ours is visible now.
      await page.goto('about:blank');
      await deliver({ id: crypto.randomUUID(), unread: 3 });
      await deliver({ id: crypto.randomUUID(), unread: 4 });
      await page.waitForTimeout(500);
      // A page of the server that is not the app.
      await page.goto('/healthz');
      expect(await shown(page)).toEqual([{ title: 'Vlam', body: 'You have something new', tag: 'vlam' }]);
      await page.goto('/pwa');
      await expect.poll(() => shown(page)).toEqual([]);
    });
  },
);

describe('the screen about the app', () => {
  it('shows its status, installation, and notifications', async () => {
    const { page } = fan;
    await page.goto('/pwa');
    for (const name of ['Installable', 'Installed', 'Online'])
      await page.getByText(name, { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Install' }).click();
    for (const name of ['iOS Safari', 'Android Chrome', 'Desktop']) await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('tab', { name: 'Notifications' }).click();
    for (const name of [
      'Private messages',
      'Likes and comments',
      'Subscription updates',
      'Tips and gifts',
      'Live content',
    ])
      await page.getByText(name, { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Status' }).click();
    await page.getByText('This is the newest version.').waitFor();
    await page.context().setOffline(true);
    await page.getByText('Offline', { exact: true }).first().waitFor();
    await page.context().setOffline(false);
    expect(fan.faults).toEqual([]);
  });
});
