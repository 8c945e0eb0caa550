import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import type { Visitor } from './support/visitor.ts';
import { waitForWorkerCache } from './support/worker.ts';
import { useWorld, visitWorld } from './support/world.ts';

// Offline: cached content is shown, the rest shows an error, and both recover by themselves.

const world = useWorld();

const visit = (width: number, work: (visitor: Visitor) => Promise<void>) =>
  visitWorld(world, { cookie: inject('demoSessions').fan, width, expectedFaults: /fetch|network/i }, work);

const home = (page: Page) => page.getByRole('heading', { name: /online right now/ }).waitFor();
const offline = (page: Page) => page.getByRole('heading', { name: 'You are offline' }).waitFor();
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Opens home and waits until the worker controls it and has cached its files. */
async function openedHome(page: Page) {
  await page.goto('/');
  await home(page);
  await waitForWorkerCache(page);
}

describe('offline', () => {
  async function keepsItsFrame(width: number) {
    await visit(width, async ({ page, context }) => {
      await openedHome(page);
      await context.setOffline(true);
      await page.reload();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      // This browser does not report being offline to the new document; a real one does. Toggling the network would let
      // the screen load in between.
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
        dispatchEvent(new Event('offline'));
      });
      await offline(page);
      await page.getByRole('button', { name: 'Try again' }).click();
      await offline(page);
      expect(await nav(page).isVisible()).toBe(true);
      expect(await page.getByRole('button', { name: /^Language/ }).isVisible()).toBe(true);
      await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'));
      await context.setOffline(false);
      await home(page);
    });
  }
  const title = 'keeps header and navigation through a reload, and comes back by itself, at';
  it(`${title} 390 px`, () => keepsItsFrame(390));
  it(`${title} 1280 px`, { tags: ['long'] }, () => keepsItsFrame(1280));

  it('shows an error for a screen that was never opened, and opens it later', async () => {
    await visit(390, async ({ page, context }) => {
      await openedHome(page);
      await context.setOffline(true);
      await nav(page)
        .getByRole('link', { name: /Credits/ })
        .click();
      await offline(page);
      expect(await nav(page).isVisible()).toBe(true);
      await nav(page).getByRole('link', { name: 'Feed' }).click();
      await home(page);
      await nav(page)
        .getByRole('link', { name: /Credits/ })
        .click();
      await offline(page);
      await context.setOffline(false);
      await page.getByRole('heading', { name: 'Buy Credits' }).waitFor();
    });
  });

  it('shows an error when a menu cannot load, and keeps the screen', { tags: ['long'] }, async () => {
    await visit(390, async ({ page, context }) => {
      await openedHome(page);
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Premium features' }).click();
      await page.getByText("This didn't load").waitFor();
      await home(page);
      await context.setOffline(false);
      // The browser caches the failed import; the page reloads for it once.
      const again = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('button', { name: 'Premium features' }).click();
      await again;
      await home(page);
      await page.getByRole('button', { name: 'Premium features' }).click();
      await page.getByRole('dialog', { name: 'Premium features' }).waitFor();
    });
  });
});
