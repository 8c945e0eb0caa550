import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createPayer } from './support/payer.ts';
import type { Visitor } from './support/visitor.ts';
import { useWorld, visitWorld } from './support/world.ts';

// A fan looks through a creator's open pictures over the whole screen.

const world = useWorld();

/** A creator with several pictures open to everyone, newest first. */
async function findCreator(): Promise<{ id: string; itemIds: string[]; titles: string[] }> {
  const [creator] = await world.rows<{ id: string; itemIds: string[]; titles: string[] }>(
    `select p.id, array_agg(c.id order by c.created_at desc, c.id desc) as "itemIds",
         array_agg(c.title order by c.created_at desc, c.id desc) as titles
       from content_items c join profiles p on p.id = c.profile_id
       where c.state = 'published' and c.media_type = 'image' and not c.is_premium
         and p.hidden_at is null and not p.incognito and p.category is not null
       group by p.id having count(*) > 1 order by count(*) desc, p.id limit 1`,
  );
  if (!creator) throw new Error('no creator of the demo world has two free pictures');
  return creator;
}

const gallery = (page: Page) => page.getByRole('dialog', { name: /^Pictures by / });
const zoomOf = (page: Page) => gallery(page).getByRole('button', { name: /^Zoom \d+%/ });
/** Waits until the gallery announces this title. */
const shows = (page: Page, title: string) => gallery(page).getByRole('status').filter({ hasText: title }).waitFor();

async function visit(
  width: number,
  work: (visitor: Visitor, titles: string[], itemIds: string[]) => Promise<void>,
): Promise<void> {
  const { id, titles, itemIds } = await findCreator();
  const { cookie } = await createPayer(world.url);
  await visitWorld(world, { cookie, width }, async (visitor) => {
    const { page } = visitor;
    await page.goto(`/profile/${id}`);
    await page.locator(`[data-content-id="${itemIds[0]}"]`).click();
    await page.getByRole('button', { name: `Enlarge ${titles[0]}` }).click();
    await shows(page, titles[0] ?? '');
    await work(visitor, titles, itemIds);
  });
}

describe('the gallery', () => {
  it('is walked with keys and buttons, and closes to the picture shown last', async () => {
    await visit(1280, async ({ page }, titles, itemIds) => {
      const [, second = ''] = titles;
      const previous = gallery(page).getByRole('button', { name: 'Previous picture' });
      expect(await previous.getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('ArrowRight');
      await shows(page, second);
      await page.keyboard.press('End');
      await shows(page, titles.at(-1) ?? '');
      await page.keyboard.press('Home');
      await shows(page, titles[0] ?? '');
      await gallery(page).getByRole('button', { name: 'Next picture' }).click();
      await shows(page, second);

      await page.keyboard.press('+');
      await expect.poll(() => zoomOf(page).textContent()).toBe('160%');
      // An enlarged picture is moved by the arrows instead.
      await page.keyboard.press('ArrowRight');
      await shows(page, second);
      await page.keyboard.press('0');
      await expect.poll(() => zoomOf(page).textContent()).toBe('100%');

      await page.keyboard.press('Escape');
      await gallery(page).waitFor({ state: 'hidden' });
      await page.getByRole('dialog', { name: second }).waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe(`?item=${itemIds[1]}`);
      await page.goBack();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect(new URL(page.url()).search).toBe('');
    });
  });

  it('turns with a swipe, enlarges with two fingers or two taps, and Back closes it', async () => {
    await visit(390, async ({ page, context }, titles) => {
      const [first = '', second = ''] = titles;
      const cdp = await context.newCDPSession(page);
      await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
      type Points = { x: number; y: number; id?: number }[];
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Points) =>
        cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
      const swipe = async (from: number, to: number) => {
        await touch('touchStart', [{ x: from, y: 400 }]);
        for (let step = 1; step <= 4; step += 1)
          await touch('touchMove', [{ x: from + ((to - from) * step) / 4, y: 400 }]);
        await touch('touchEnd', []);
      };
      await swipe(320, 60);
      await shows(page, second);
      await swipe(60, 320);
      await shows(page, first);
      // At the first picture a swipe to the right leads nowhere.
      await swipe(60, 320);
      await shows(page, first);

      const spread = (by: number): Points => [
        { x: 195 - by, y: 400, id: 1 },
        { x: 195 + by, y: 400, id: 2 },
      ];
      await touch('touchStart', spread(40));
      await touch('touchMove', spread(60));
      await touch('touchMove', spread(80));
      await touch('touchEnd', []);
      await expect.poll(() => zoomOf(page).textContent()).toBe('200%');
      await swipe(320, 60);
      await shows(page, first);

      const tap = async () => {
        await touch('touchStart', [{ x: 195, y: 400 }]);
        await touch('touchEnd', []);
      };
      await tap();
      await tap();
      await expect.poll(() => zoomOf(page).textContent()).toBe('100%');
      await tap();
      await tap();
      await expect.poll(() => zoomOf(page).textContent()).toBe('250%');

      await page.goBack();
      await gallery(page).waitFor({ state: 'hidden' });
      await page.getByRole('dialog', { name: first }).waitFor();
    });
  });
});
