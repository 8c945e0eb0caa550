import type { Locator, Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { createMemberWithThirtyCredits } from './support/callers.ts';
import { findPlaces } from './support/places.ts';
import { openVisitor, type Visitor } from './support/visitor.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

async function visit(size: { width: number; height: number }, work: (visitor: Visitor) => Promise<void>) {
  const cookie = inject('demoSessions').fan;
  const visitor = await openVisitor(world.browser, { url: world.url, cookie, ...size });
  try {
    await work(visitor);
  } finally {
    await visitor.close();
  }
}

const toastOf = (page: Page) => page.locator('section[popover] .rise').first();

async function overlaps(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (!a || !b) throw new Error('one of them is not shown');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const phone = { width: 390, height: 844 };
const smallPhone = { width: 320, height: 640 };
const desk = { width: 1280, height: 800 };

const besideButtons = 'a toast lies on no button of a sheet at $width, and is above the sheet';
async function liesBesideButtons(size: typeof phone) {
  await visit(size, async ({ page }) => {
    await page.route('**/api/reports', (route) => route.abort());
    await page.goto('/nearby');
    await page
      .getByRole('button', { name: /^More about/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Report/ })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Spam', { exact: true }).click();
    const send = sheet.locator('[data-slot="sheet-actions"] button').last();
    await send.click();
    const toast = toastOf(page);
    await toast.waitFor();
    expect(await overlaps(toast, send)).toBe(false);
    // It is on top: a press reaches it.
    await toast.getByRole('button', { name: 'Dismiss' }).click();
    await toast.waitFor({ state: 'detached' });
  });
}
it.each([phone])(besideButtons, liesBesideButtons);
it.each([smallPhone, desk])(besideButtons, { tags: ['long'] }, liesBesideButtons);

const besideUnlocked = 'what was unlocked is seen whole, beside the toast that says so, at $width';
async function liesBesideUnlocked(size: typeof phone) {
  const { cookie } = await createMemberWithThirtyCredits(world);
  const visitor = await openVisitor(world.browser, { url: world.url, cookie, ...size });
  try {
    const { page } = visitor;
    const { creatorId } = await findPlaces(inject('demoDatabaseUrl'));
    await page.goto(`/profile/${creatorId}`);
    await page
      .getByRole('button', { name: /^Locked picture/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Unlock for/ }).click();
    await toastOf(page).getByText('Content Unlocked!').waitFor();
    const sheet = page.getByRole('dialog');
    const picture = sheet.locator('[data-slot="toast-free"]');
    await picture.locator('img').waitFor();
    expect(await overlaps(toastOf(page), picture)).toBe(false);
    expect(await overlaps(toastOf(page), sheet.getByRole('button', { name: 'Close' }))).toBe(false);
    // The pay button no longer exists; focus is on what it opened.
    expect(await picture.evaluate((element) => element === document.activeElement)).toBe(true);
  } finally {
    await visitor.close();
  }
}
it.each([phone])(besideUnlocked, liesBesideUnlocked);
it.each([smallPhone])(besideUnlocked, { tags: ['long'] }, liesBesideUnlocked);

it('a toast does not cover the button it belongs to', async () => {
  await visit(phone, async ({ page }) => {
    await page.goto('/nearby');
    const flame = page.getByRole('button', { name: 'Send Flame' }).first();
    await flame.waitFor();
    const card = page.getByRole('article').filter({ has: flame }).first();
    // To the usual place of messages: above the navigation.
    await flame.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - (innerHeight - 90)));
    const pressed = card.locator('button[aria-pressed]');
    await flame.click();
    await toastOf(page).waitFor();
    expect(await overlaps(toastOf(page), pressed)).toBe(false);
  });
});
