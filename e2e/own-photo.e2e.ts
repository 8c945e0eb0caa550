import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { aPicture } from '../apps/server/test/pictures.ts';
import { createPayer } from './support/payer.ts';
import { useWorld, visitWorld } from './support/world.ts';

const world = useWorld();
const photo = (page: Page) => page.locator('img[src^="/img/o/"]').first();
const isDrawn = (page: Page) =>
  photo(page).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);

/** Crops by keys alone and returns how the frame lay before and after. */
async function cropByKeys(page: Page): Promise<[string, string]> {
  const surface = page.getByRole('button', { name: 'Move the picture in its frame' });
  const placed = () => page.locator('dialog img').evaluate((image) => image.getAttribute('style') ?? '');
  await expect.poll(placed).toContain('width');
  const before = await placed();
  await surface.focus();
  for (const key of ['+', '+', '+', 'ArrowRight', 'ArrowDown', 'Shift+ArrowDown', '-']) await page.keyboard.press(key);
  return [before, await placed()];
}

describe('an own photo', () => {
  it('T103 T23: is cropped by keys, waits, is shown by a moderator, and is gone everywhere a second after its removal', {
    tags: ['long'],
  }, async () => {
    const [owner, moderator, other] = await Promise.all([
      createPayer(world.url),
      createPayer(world.url),
      createPayer(world.url),
    ]);
    await world.rows("update accounts set role = 'moderator' where email = $1", [moderator.email]);
    const [profile] = await world.rows<{ id: string; display_name: string }>(
      'select p.id, p.display_name from profiles p join accounts a on a.id = p.account_id where a.email = $1',
      [owner.email],
    );
    const buffer = await aPicture({ width: 900, height: 900 });

    await visitWorld(world, { cookie: owner.cookie, width: 390, height: 844 }, async ({ page }) => {
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Photos', exact: true }).click();
      await page.getByLabel('Add a photo').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
      const [before, after] = await cropByKeys(page);
      expect(after).not.toBe(before);
      await page.getByRole('button', { name: 'Use this photo' }).click();
      await page.getByRole('dialog').getByText('Waiting').waitFor();
      await expect.poll(() => isDrawn(page)).toBe(true);
    });

    await visitWorld(world, { cookie: moderator.cookie }, async ({ page }) => {
      await page.goto('/admin/photos');
      const card = page.getByRole('listitem').filter({ hasText: profile?.display_name ?? '' });
      await card.getByRole('button', { name: 'Show', exact: true }).click();
      await card.waitFor({ state: 'detached' });
    });

    await visitWorld(world, { cookie: other.cookie, width: 390, height: 844 }, async ({ page }) => {
      // Its socket opens when the page is idle; a removal before that is repeated once it has joined.
      const joined = page
        .waitForEvent('websocket')
        .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => `${payload}`.includes('"ok":true')));
      await page.goto(`/profile/${profile?.id}`);
      await expect.poll(() => isDrawn(page)).toBe(true);
      await joined;
      const address = (await photo(page).getAttribute('src')) ?? '';
      await visitWorld(world, { cookie: owner.cookie }, async (own) => {
        await own.page.goto('/profile');
        await own.page.getByRole('button', { name: 'Photos', exact: true }).click();
        await own.page.getByRole('button', { name: 'Photo 1' }).click();
        await own.page.getByRole('button', { name: 'Remove', exact: true }).click();
        const answer = own.page.waitForResponse(
          (each) => each.request().method() === 'PUT' && each.url().endsWith('/api/profiles/me/photos'),
        );
        await own.page.getByRole('button', { name: 'Remove photo' }).click();
        await answer;
        const removedAt = Date.now();
        await page.locator(`img[src="${address}"]`).waitFor({ state: 'detached' });
        expect(Date.now() - removedAt).toBeLessThan(1_000);
      });
      await page.locator(`img[src="/img/p/${profile?.id}-slab.webp"]`).waitFor();
      expect((await page.request.get(address)).status()).toBe(404);
    });
  });

  it('of a creator is shown at once, keeps its place in an order, and stands in the header', async () => {
    await visitWorld(world, { cookie: inject('demoSessions').creator }, async ({ page }) => {
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Photos', exact: true }).click();
      for (const seed of [1, 2]) {
        const buffer = await aPicture({ width: 600, height: 800, seed });
        await page.getByLabel('Add a photo').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
        await page.getByRole('button', { name: 'Use this photo' }).click();
        await page.getByRole('button', { name: `Photo ${seed}` }).waitFor();
      }
      const addresses = () =>
        page.locator('dialog ol img').evaluateAll((images) => images.map((image) => image.getAttribute('src')));
      const [first, second] = await addresses();
      await page.getByRole('button', { name: 'Photo 2' }).click();
      // The order is shown before it is stored, and a reload ends the request.
      const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
      await page.getByRole('button', { name: 'Move earlier' }).click();
      await expect.poll(addresses).toEqual([second, first]);
      await stored;
      await page.reload();
      await page.locator(`main img[src="${second}"]`).waitFor();
      await page.getByRole('button', { name: 'Photos', exact: true }).click();
      for (const _each of [1, 2]) {
        await page.getByRole('button', { name: 'Photo 1' }).click();
        await page.getByRole('button', { name: 'Remove', exact: true }).click();
        await page.getByRole('button', { name: 'Remove photo' }).click();
        await page.getByRole('button', { name: 'Remove photo' }).waitFor({ state: 'detached' });
      }
      await expect.poll(addresses).toEqual([]);
    });
  });
});
