import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { createPayer } from './support/payer.ts';
import { useWorld, useWriters, visitWorld } from './support/world.ts';

// A creator pins a post and archives it; its buyer still opens it, a stranger does not, until it is taken back.

const world = useWorld();
const sessions = inject('demoSessions');
const ids = useWriters(world);
beforeEach(async () => {
  await world.rows('update content_items set pin_position = null where profile_id = $1', [ids.creator]);
});

const phone = { width: 390, height: 844 };
const missing = /404|isn't shown here any more/;

interface Item {
  id: string;
  title: string;
  price: number;
}

/** A premium picture of the demo's creator that no other story names. */
async function anItem(): Promise<Item> {
  const [item] = await world.rows<Item>(
    `select id, title, price_credits as price from content_items
       where profile_id = $1 and title like 'The quiet hours%' and state = 'published' and price_credits > 0
       order by title limit 1`,
    [ids.creator],
  );
  if (!item) throw new Error('the demo has no such item');
  return item;
}

async function buy({ id, price }: Item): Promise<void> {
  const response = await fetch(`${world.url}/api/content/${id}/unlock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: sessions.fan },
    body: JSON.stringify({ price, startNow: true }),
  });
  expect(response.status).toBe(200);
}

/** Opens the sheet of a post, wherever it is in the list. */
async function openPost(page: Page, title: string): Promise<void> {
  const post = page.getByRole('button', { name: `More for ${title}`, exact: true });
  const more = page.getByRole('button', { name: 'Show more' });
  await post.or(more).first().waitFor();
  while (!(await post.isVisible()) && (await more.isVisible())) {
    await more.click();
    await post.or(more).first().waitFor();
  }
  await post.click();
  await page.getByRole('dialog', { name: title }).waitFor();
}

const act = async (page: Page, title: string, action: string, said: string) => {
  await openPost(page, title);
  await page.getByRole('dialog').getByRole('button', { name: action }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('status').getByText(said, { exact: true }).waitFor();
};
const opens = (page: Page, id: string) => page.goto(`/profile/${ids.creator}?item=${id}`);

describe('the studio', () => {
  it('T48: pins a post, archives it for all but its buyer, and takes it back', async () => {
    const item = await anItem();
    const { id, title } = item;
    const stranger = await createPayer(world.url);
    await buy(item);
    const firstOfPage = async (page: Page) => {
      await page.goto(`/profile/${ids.creator}`);
      const tile = page.locator('[data-content-id]').first();
      await tile.waitFor();
      return tile.getAttribute('data-content-id');
    };

    await visitWorld(world, { cookie: sessions.creator, ...phone }, async ({ page }) => {
      await page.goto('/profile');
      await page.getByRole('link', { name: 'Studio' }).click();
      await page.getByRole('heading', { level: 1, name: /\d+ posts/ }).waitFor();
      await act(page, title, 'Pin to the top', 'Pinned to the top of your page');
      // It is the first row now.
      await page
        .getByRole('list', { name: 'Posts' })
        .getByRole('listitem')
        .first()
        .getByText('Pinned')
        .first()
        .waitFor();
      expect(await page.locator('[data-post]').first().getAttribute('data-post')).toBe(id);
      expect(await firstOfPage(page)).toBe(id);
    });
    await visitWorld(world, { cookie: stranger.cookie, ...phone }, async ({ page }) => {
      expect(await firstOfPage(page)).toBe(id);
    });

    await visitWorld(world, { cookie: sessions.creator, ...phone }, async ({ page }) => {
      await page.goto('/studio');
      // Undo first: what is archived by a slip is back at once.
      await act(page, title, 'Archive', 'Archived');
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('status').getByText('Published again', { exact: true }).waitFor();
      await act(page, title, 'Archive', 'Archived');
      await page.getByRole('button', { name: /^Archive/ }).click();
      await page.getByRole('button', { name: `More for ${title}`, exact: true }).waitFor();
    });
    await visitWorld(world, { cookie: stranger.cookie, ...phone, expectedFaults: missing }, async ({ page }) => {
      await opens(page, id);
      await page.getByText("This item isn't shown here any more").first().waitFor();
      expect(await page.locator(`[data-content-id="${id}"]`).count()).toBe(0);
    });
    await visitWorld(world, { cookie: sessions.fan, ...phone }, async ({ page }) => {
      await opens(page, id);
      const sheet = page.getByRole('dialog', { name: title });
      await sheet.getByRole('img', { name: title }).waitFor();
      await page.waitForFunction(
        (name) => [...document.images].some((image) => image.alt === name && image.naturalWidth > 0),
        title,
      );
    });

    await visitWorld(world, { cookie: sessions.creator, ...phone }, async ({ page }) => {
      await page.goto('/studio?show=archived');
      await act(page, title, 'Bring back from the archive', 'Published again');
    });
    await visitWorld(world, { cookie: stranger.cookie, ...phone }, async ({ page }) => {
      await opens(page, id);
      await page.getByRole('dialog', { name: title }).waitFor();
    });
  });

  it('keeps the chosen view on the device, and moves a pin with the keyboard', { tags: ['long'] }, async () => {
    await visitWorld(world, { cookie: sessions.creator, ...phone }, async ({ page }) => {
      await page.goto('/studio');
      await page.getByRole('radio', { name: 'Rows' }).press('ArrowRight');
      await page.reload();
      expect(await page.getByRole('radio', { name: 'Tiles' }).isChecked()).toBe(true);
      await page.locator('[data-post]').first().waitFor();
      const titles = await page
        .locator('[data-post]')
        .evaluateAll((posts) =>
          posts.slice(-2).map((post) => (post.getAttribute('aria-label') ?? '').replace('More for ', '')),
        );
      for (const title of titles) await act(page, title, 'Pin to the top', 'Pinned to the top of your page');
      const [, last = ''] = titles;
      await openPost(page, last);
      await page.getByRole('dialog').getByText('Pinned as 1 of 2').waitFor();
      await page.getByRole('button', { name: 'Move down' }).press('Enter');
      await page.getByRole('dialog').getByText('Pinned as 2 of 2').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      for (const title of titles) await act(page, title, 'Unpin from the top', 'No longer pinned');
    });
  });
});
