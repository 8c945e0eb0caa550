import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { useWorld } from './support/world.ts';

// Photos of a thread that is open longer than their URLs are valid.

const world = useWorld();
let context: BrowserContext;
let sender = '';

beforeAll(async () => {
  // The demo fan has bought a creator's media in their thread.
  const [photo] = await world.rows<{ sender_id: string }>(
    `update messages set unlocked_at = created_at where media_type = 'photo' and price > 0 returning sender_id`,
  );
  sender = photo?.sender_id ?? '';
  // Without a service worker, whose requests a test cannot intercept.
  context = await world.browser.newContext({
    baseURL: world.url,
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
  });
  const [name = '', value = ''] = inject('demoSessions').fan.split('=', 2);
  await context.addCookies([{ name, value, url: world.url }]);
  context.setDefaultTimeout(30_000);
});
afterAll(() => context?.close());

const photoIn = (page: Page) => page.getByRole('log').getByRole('button', { name: /^Photo from/ });
const isDrawn = (page: Page, where: string) =>
  page
    .locator(`${where} img[src^="/m/"]`)
    .evaluateAll((images: HTMLImageElement[]) => images.some((image) => image.complete && image.naturalWidth > 0));

/** From now on no media URL is valid until the message is fetched again. */
async function expireUrls(page: Page) {
  const counts = { pictures: 0, questions: 0 };
  let isOut = true;
  await page.route(/\/m\//, (route) => {
    counts.pictures += 1;
    return isOut ? route.fulfill({ status: 404 }) : route.fallback();
  });
  await page.route(/\/messages\?before=/, (route) => {
    counts.questions += 1;
    isOut = false;
    return route.fallback();
  });
  return counts;
}

describe('a photo with an expired URL', () => {
  it('loads when opened: its message is fetched once', async () => {
    const page = await context.newPage();
    await page.goto(`/chat/${sender}`);
    await photoIn(page).scrollIntoViewIfNeeded();
    await expect.poll(() => isDrawn(page, '[role=log]')).toBe(true);
    const counts = await expireUrls(page);
    await photoIn(page).click();
    await expect.poll(() => isDrawn(page, 'dialog')).toBe(true);
    expect(counts.questions).toBe(1);
    await page.close();
  });

  it('shows an error while the server is unreachable, sends no more requests, and loads on retry', async () => {
    const page = await context.newPage();
    const counts = await expireUrls(page);
    await page.route(/\/messages\?before=/, (route) => {
      counts.questions += 1;
      return route.abort();
    });
    await page.goto(`/chat/${sender}`);
    const broken = page.getByRole('log').getByRole('button', { name: "The photo didn't load. Try again" });
    await broken.waitFor();
    const { pictures } = counts;
    await page.waitForTimeout(2_000);
    expect(counts).toEqual({ pictures, questions: 1 });
    await page.unroute(/\/messages\?before=/);
    await page.unroute(/\/m\//);
    await broken.click();
    await expect.poll(() => isDrawn(page, '[role=log]')).toBe(true);
    // Keyboard focus continues from there.
    expect(await photoIn(page).evaluate((button) => document.activeElement === button)).toBe(true);
    await page.close();
  });
});
