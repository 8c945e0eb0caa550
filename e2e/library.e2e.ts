import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openLive } from './support/live.ts';
import { field } from './support/threads.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld, useWriters } from './support/world.ts';

// A creator uses an uploaded picture again in a chat, and shares an album that a fan loses while it is open.

const world = useWorld();
const sessions = inject('demoSessions');
const ids = useWriters(world);
let fan: Visitor;
let creator: Visitor;
let fanName = '';

beforeAll(async () => {
  fan = await openVisitor(world.browser, { url: world.url, cookie: sessions.fan, width: 390, height: 844 });
  creator = await openVisitor(world.browser, { url: world.url, cookie: sessions.creator, width: 390, height: 844 });
  const [profile] = await world.rows<{ display_name: string }>('select display_name from profiles where id = $1', [
    ids.fan,
  ]);
  fanName = profile?.display_name ?? '';
});
afterAll(async () => {
  await Promise.all([fan, creator].map((visitor) => visitor?.close()));
});

const files = (page: Page) => page.getByRole('list', { name: 'Files' });
const chooseButtons = (page: Page) => files(page).getByRole('button', { name: /^Choose: Photo/ });
const dialog = (page: Page) => page.getByRole('dialog');
const person = (page: Page) => dialog(page).getByRole('button', { name: fanName, exact: true });

describe('the library', () => {
  it('sends an uploaded picture again, with a price, and names where it is used', async () => {
    const { page } = creator;
    // No other story asks this much.
    const price = 200 + Math.floor(Math.random() * 800);
    await page.goto('/library');
    await files(page).waitFor();
    await chooseButtons(page).first().click();
    await page.getByRole('button', { name: 'Send in a chat' }).click();
    await person(page).click();
    await dialog(page).getByRole('button', { name: 'Open the chat' }).click();
    await field(page).waitFor();
    await dialog(page).getByText('1 file of your library').waitFor();
    await dialog(page).getByLabel('Or your own price').fill(String(price));
    await dialog(page).getByRole('button', { name: 'Set Price' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await openLive(fan.page, `/chat/${ids.creator}`);
    await fan.page
      .getByRole('log')
      .getByRole('button', { name: new RegExp(`Unlock.*${price}`) })
      .first()
      .waitFor();
    await page.goto('/library');
    await files(page)
      .getByRole('button', { name: /^Photo/ })
      .first()
      .click();
    await dialog(page).getByText(`${price} credits`).waitFor();
    expect(creator.faults).toEqual([]);
  });

  it('is opened from a chat, beside the files of the device', async () => {
    const { page } = creator;
    await openLive(page, `/chat/${ids.fan}`);
    await page.getByRole('button', { name: 'Add a photo or video' }).click();
    await dialog(page).getByRole('button', { name: 'From your library' }).click();
    await dialog(page).getByRole('list', { name: 'Your files' }).getByRole('button').first().click();
    await dialog(page).getByRole('button', { name: 'Use this file' }).click();
    await dialog(page).getByText('1 file of your library').waitFor();
    await page.keyboard.press('Escape');
    expect(creator.faults).toEqual([]);
  });

  it('T47: shares an album with a fan, who loses it within a second while it is open', { tags: ['long'] }, async () => {
    const { page } = creator;
    const title = `Salt ${Date.now()}`;
    await page.goto('/library');
    await files(page).waitFor();
    for (const index of [0, 1]) await chooseButtons(page).nth(index).click();
    await page.getByRole('button', { name: 'New album' }).click();
    await dialog(page).getByLabel('Name', { exact: true }).first().fill(title);
    await person(page).click();
    await dialog(page).getByRole('button', { name: 'Share album' }).click();
    await page.getByRole('heading', { name: title }).waitFor();

    await openLive(fan.page, '/library?show=shared');
    await fan.page.getByRole('link', { name: new RegExp(title) }).click();
    const pictures = fan.page.locator('[data-album-picture] img');
    await expect.poll(() => pictures.count()).toBe(2);
    await fan.page.getByRole('button', { name: 'Open picture 1' }).click();
    const gallery = fan.page.getByRole('dialog', { name: `Pictures of the album ${title}` });
    await gallery.waitFor();

    await page.getByRole('button', { name: 'Change or share' }).click();
    await person(page).click();
    const gone = fan.page.getByRole('heading', { name: 'This album is not shared with you' }).waitFor();
    const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await answered;
    const revokedAt = performance.now();
    await gone;
    expect(performance.now() - revokedAt).toBeLessThan(1_000);
    expect(await gallery.count()).toBe(0);
    expect(await pictures.count()).toBe(0);
    await fan.page.goto('/library?show=shared');
    await fan.page.getByRole('list', { name: 'Shared with you' }).waitFor();
    expect(await fan.page.getByRole('link', { name: new RegExp(title) }).count()).toBe(0);
    // The refused request is what closes the page.
    expect([...creator.faults, ...fan.faults.filter((fault) => !/404/.test(fault))]).toEqual([]);
  });
});
