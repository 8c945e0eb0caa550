import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createPayer } from './support/payer.ts';
import type { Visitor } from './support/visitor.ts';
import { useWorld, visitWorld } from './support/world.ts';

// A fan browses creators, follows one and opens a picture from the search.

const world = useWorld();

interface Listed {
  items: { displayName: string; category: string; subscriptionPrice: number; isOnline: boolean; following: boolean }[];
}

/** Each story has its own fan, because follows and the daily quota of people are per account. */
async function visit(width: number, work: (visitor: Visitor) => Promise<void>): Promise<void> {
  const { cookie } = await createPayer(world.url);
  await visitWorld(world, { cookie, width, expectedFaults: /fetch|network/i }, work);
}
const cards = (page: Page) => page.getByRole('list', { name: 'Creators' }).getByRole('article');
const namesOf = (page: Page) => cards(page).evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));
const chip = (page: Page, name: string) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name });

/** The list's response to the next request whose query holds this text. */
async function responseTo(page: Page, query: string, act: () => Promise<unknown>): Promise<Listed['items']> {
  const response = page.waitForResponse((each) => each.url().includes('/api/creators?') && each.url().includes(query));
  await act();
  return ((await (await response).json()) as Listed).items;
}

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/creators${query}`);
  await cards(page).first().waitFor();
}

describe('the list of creators', () => {
  it('is filtered by the server, and the address keeps the filter', async () => {
    await visit(390, async ({ page }) => {
      await openList(page);
      await expect.poll(() => cards(page).count()).toBe(12);
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => cards(page).count()).toBe(24);

      const music = 'Music & Adult';
      const musicians = await responseTo(page, 'Music', () => chip(page, music).click());
      expect(musicians.length).toBeGreaterThan(0);
      expect(musicians.filter(({ category }) => category !== music)).toEqual([]);
      const bounded = await responseTo(page, 'maxPrice=100', () =>
        page.getByLabel('Price a month').selectOption({ label: 'R50 to R100' }),
      );
      expect(bounded.length).toBeGreaterThan(0);
      expect(bounded.filter(({ subscriptionPrice: price }) => price < 50 || price > 100)).toEqual([]);
      await expect.poll(() => namesOf(page)).toEqual(bounded.map(({ displayName }) => displayName));
      await page.reload();
      await expect.poll(() => namesOf(page)).toEqual(bounded.map(({ displayName }) => displayName));
      expect(await chip(page, music).getAttribute('aria-pressed')).toBe('true');

      await openList(page);
      const online = await responseTo(page, 'online=yes', () => chip(page, 'Online').click());
      expect(online.length).toBeGreaterThan(0);
      expect(online.filter(({ isOnline }) => !isOnline)).toEqual([]);
      await page.getByLabel('Search creators by name, city or words').fill('nobody is called this');
      await page.getByRole('heading', { name: 'No creators found' }).waitFor();
      await page.getByRole('button', { name: 'Show all creators' }).click();
      await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
      expect(new URL(page.url()).search).toBe('');
    });
  });

  it('is walked and followed with the keyboard; Undo takes a follow back', async () => {
    await visit(1280, async ({ page }) => {
      await openList(page);
      const name = (await cards(page).first().getAttribute('aria-label')) ?? '';
      const id = await cards(page).first().getAttribute('data-person-id');
      const card = page.locator(`article[data-person-id="${id}"]`);
      const follow = card.getByRole('button', { name: `Follow ${name}`, exact: true });
      const following = card.getByRole('button', { name: `Following ${name}`, exact: true });
      await follow.focus();
      await page.keyboard.press('Enter');
      await following.waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await follow.waitFor();

      await follow.click();
      await following.waitFor();
      await responseTo(page, 'following=yes', () => chip(page, 'Following').click());
      await expect.poll(() => cards(page).count()).toBe(1);
      // An unfollowed creator stays in the list until it is next opened, so a mistake can be undone there.
      await following.click();
      await follow.waitFor();
      expect(await cards(page).count()).toBe(1);

      await cards(page).getByRole('link').first().click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'You follow nobody yet' }).waitFor();
      expect(new URL(page.url()).search).toBe('?following=yes');
    });
  });

  it('says that it is offline, and comes back by itself', async () => {
    await visit(390, async ({ page, context }) => {
      await openList(page);
      await context.setOffline(true);
      await chip(page, 'Dance & Adult').click();
      await page.getByRole('heading', { name: 'You are offline' }).waitFor();
      await context.setOffline(false);
      await cards(page).filter({ hasText: 'Dance & Adult' }).first().waitFor();
    });
  });
});

describe('a search', () => {
  it('opens the picture it found, by an address that can be shared', async () => {
    await visit(390, async ({ page, context }) => {
      const [item] = await world.rows<{ id: string; profile_id: string; title: string }>(
        `select c.id, c.profile_id, c.title from content_items c join profiles p on p.id = c.profile_id
           where c.state = 'published' and not c.is_premium and p.hidden_at is null and not p.incognito
           order by length(c.title) desc, c.id limit 1`,
      );
      if (!item) throw new Error('the demo world has no free item');
      await page.goto('/');
      await page.getByRole('button', { name: 'Search' }).first().click();
      await page.getByRole('combobox').fill(item.title);
      await page.getByRole('option', { name: item.title }).first().click();
      const sheet = page.getByRole('dialog', { name: item.title });
      await sheet.waitFor();
      await expect.poll(() => page.url()).toMatch(/\/profile\/[0-9a-f-]{36}\?item=[0-9a-f-]{36}$/);
      const address = page.url();
      // Closing leads to the creator, and Back from there to where the search was.
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
      await expect.poll(() => new URL(page.url()).search).toBe('');
      await page.goBack();
      await expect.poll(() => new URL(page.url()).pathname).toBe('/');

      const other = await context.newPage();
      await other.goto(address);
      await other.getByRole('dialog', { name: item.title }).waitFor();
      await other.close();
    });
  });

  it('leads to all creators with its text', async () => {
    await visit(390, async ({ page }) => {
      await page.goto('/nearby');
      await page.getByRole('button', { name: 'Search' }).first().click();
      await page.getByRole('combobox').fill('durban');
      await page.getByRole('option', { name: 'All creators' }).click();
      await page.waitForURL('**/creators?q=durban');
      await cards(page).first().waitFor();
      expect(await page.getByLabel('Search creators by name, city or words').inputValue()).toBe('durban');
    });
  });
});
