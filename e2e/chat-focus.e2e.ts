import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { bubble, field, randomText, write } from './support/threads.ts';
import { openVisitor } from './support/visitor.ts';
import { useWorld, useWriters } from './support/world.ts';

// Keyboard focus returns after everything that opens over a thread.

const world = useWorld();
const ids = useWriters(world);

const sheet = (page: Page) => page.locator('dialog[open]');
/** Accessible name of the focused element, or its tag. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: it } = document;
    return it?.getAttribute('aria-label') ?? it?.tagName ?? '';
  });

function returnsFocus({ still, close }: { still: boolean; close: 'Esc' | 'Close' }): void {
  const leave = async (page: Page) => {
    await sheet(page).waitFor();
    if (close === 'Esc') await page.keyboard.press('Escape');
    else await sheet(page).getByRole('button', { name: 'Close', exact: true }).click();
    await sheet(page).waitFor({ state: 'detached' });
  };
  const open = async (who: 'fan' | 'creator', otherId: string | undefined) => {
    const visitor = await openVisitor(world.browser, { url: world.url, cookie: inject('demoSessions')[who], still });
    await visitor.page.goto(`/chat/${otherId}`);
    await field(visitor.page).waitFor();
    return visitor;
  };

  const writeAndPointAt = async (page: Page, text: string) => {
    await write(page, text);
    await bubble(page, text)
      .getByText(/Sent|Delivered|Read/)
      .waitFor();
    await bubble(page, text).hover();
  };

  it('focus returns to the opener', async () => {
    const text = `focus ${randomText()}`;
    const { page, close: end } = await open('fan', ids.creator);
    await writeAndPointAt(page, text);
    const options = bubble(page, text).getByRole('button', { name: 'Message options' });
    await options.focus();
    await page.keyboard.press('Enter');
    await leave(page);
    await expect.poll(() => options.evaluate((it) => it === document.activeElement)).toBe(true);

    await page.getByRole('button', { name: 'Send Tip' }).focus();
    await page.keyboard.press('Enter');
    await leave(page);
    await expect.poll(() => focused(page)).toBe('Send Tip');

    // The chosen row of the menu no longer exists; the menu's button does.
    await page.getByRole('button', { name: /^More about/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Report/ }).press('Enter');
    await leave(page);
    await expect.poll(() => focused(page)).toMatch(/^More about/);

    await write(page, `https://example.test/${randomText()}`);
    await leave(page);
    await expect.poll(() => focused(page)).toMatch(/^Message /);
    await end();
  });

  it("a creator's focus returns to the saved replies button", async () => {
    const { page, close: end } = await open('creator', ids.fan);
    await page.getByRole('button', { name: 'Saved replies' }).focus();
    await page.keyboard.press('Enter');
    await leave(page);
    await expect.poll(() => focused(page)).toBe('Saved replies');
    await end();
  });

  it('focus moves to the composer when the opener no longer exists', async () => {
    const text = `gone ${randomText()}`;
    const { page, close: end } = await open('fan', ids.creator);
    await writeAndPointAt(page, text);
    await bubble(page, text).getByRole('button', { name: 'Message options' }).click();
    await sheet(page).getByRole('button', { name: 'Unsend for both' }).click();
    await bubble(page, text).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^Message /);

    await page.getByRole('button', { name: /^More about/ }).click();
    await page.getByRole('button', { name: 'Search in conversation' }).click();
    await page.getByRole('textbox', { name: 'Search in conversation' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Search in conversation' }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^(More about|Message) /);
    await end();
  });
}

const title = 'after a sheet is closed by $close, less motion: $still';
describe.each([{ still: true, close: 'Close' } as const])(title, returnsFocus);
describe.each([{ still: false, close: 'Esc' } as const])(title, { tags: ['long'] }, returnsFocus);

it('the way to the newest message rises in its place, and makes the screen no wider, with large text either', async () => {
  const cookie = inject('demoSessions').fan;
  const phone = { width: 390, height: 640 };
  const { page, close } = await openVisitor(world.browser, { url: world.url, cookie, still: false, ...phone });
  try {
    await page.goto(`/chat/${ids.creator}`);
    await field(page).waitFor();
    const widest = await page.evaluate(async () => {
      document.documentElement.style.fontSize = '200%';
      const list = document.querySelector('[role=log]')?.closest('[tabindex="0"]');
      const widths: number[] = [];
      const pill = () => [...document.querySelectorAll('button')].find((each) => each.textContent === 'To the newest');
      const rests = () => pill()?.getAnimations().length === 0;
      while (!rests()) {
        if (list && !pill()) list.scrollTop = 0;
        await new Promise(requestAnimationFrame);
        widths.push(document.documentElement.scrollWidth);
      }
      return Math.max(...widths);
    });
    expect(widest).toBe(phone.width);
  } finally {
    await close();
  }
});
