import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { aWord, bubble, field, write } from './support/threads.ts';
import { aVisitor } from './support/visitor.ts';
import { useWorld, useWriters } from './support/world.ts';

// After everything that opens over a thread, keyboard focus is where it was before.

const world = useWorld();
const ids = useWriters(world);

const sheet = (page: Page) => page.locator('dialog[open]');
/** The name of what has the focus; a tag where it has none. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: it } = document;
    return it?.getAttribute('aria-label') ?? it?.tagName ?? '';
  });

describe.each([
  { still: false, close: 'Esc' },
  { still: true, close: 'Close' },
])('after a sheet is closed by $close, less motion: $still', ({ still, close }) => {
  const leave = async (page: Page) => {
    await sheet(page).waitFor();
    if (close === 'Esc') await page.keyboard.press('Escape');
    else await sheet(page).getByRole('button', { name: 'Close', exact: true }).click();
    await sheet(page).waitFor({ state: 'detached' });
  };
  const open = async (who: 'fan' | 'creator', otherId: string | undefined) => {
    const visitor = await aVisitor(world.browser, { url: world.url, cookie: inject('demoSessions')[who], still });
    await visitor.page.goto(`/chat/${otherId}`);
    await field(visitor.page).waitFor();
    return visitor;
  };

  const writeAndPointAt = async (page: Page, words: string) => {
    await write(page, words);
    await bubble(page, words)
      .getByText(/Sent|Delivered|Read/)
      .waitFor();
    await bubble(page, words).hover();
  };

  it('focus is on what opened it', async () => {
    const words = `focus ${aWord()}`;
    const { page, close: end } = await open('fan', ids.creator);
    await writeAndPointAt(page, words);
    const options = bubble(page, words).getByRole('button', { name: 'Message options' });
    await options.focus();
    await page.keyboard.press('Enter');
    await leave(page);
    await expect.poll(() => options.evaluate((it) => it === document.activeElement)).toBe(true);

    await page.getByRole('button', { name: 'Send Tip' }).focus();
    await page.keyboard.press('Enter');
    await leave(page);
    await expect.poll(() => focused(page)).toBe('Send Tip');

    // The row of the menu that was chosen is gone; what opened the menu is not.
    await page.getByRole('button', { name: /^More about/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Report/ }).press('Enter');
    await leave(page);
    await expect.poll(() => focused(page)).toMatch(/^More about/);

    await write(page, `https://example.test/${aWord()}`);
    await leave(page);
    await expect.poll(() => focused(page)).toMatch(/^Message /);
    await end();
  });

  it('focus of a creator is on the saved replies', async () => {
    const { page, close: end } = await open('creator', ids.fan);
    await page.getByRole('button', { name: 'Saved replies' }).focus();
    await page.keyboard.press('Enter');
    await leave(page);
    await expect.poll(() => focused(page)).toBe('Saved replies');
    await end();
  });

  it('focus is on the field to write in, when what opened it is gone', async () => {
    const words = `gone ${aWord()}`;
    const { page, close: end } = await open('fan', ids.creator);
    await writeAndPointAt(page, words);
    await bubble(page, words).getByRole('button', { name: 'Message options' }).click();
    await sheet(page).getByRole('button', { name: 'Unsend for both' }).click();
    await bubble(page, words).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^Message /);

    await page.getByRole('button', { name: /^More about/ }).click();
    await page.getByRole('button', { name: 'Search in conversation' }).click();
    await page.getByRole('textbox', { name: 'Search in conversation' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Search in conversation' }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^(More about|Message) /);
    await end();
  });
});
