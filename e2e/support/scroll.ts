import type { Page } from 'playwright-core';

/** Scrolls down until a lazy section has loaded. */
export async function scrollTo(page: Page, heading: string): Promise<void> {
  const title = page.getByRole('heading', { name: heading });
  await page.mouse.move(190, 400);
  for (let screen = 0; screen < 30 && (await title.count()) === 0; screen += 1) {
    await page.mouse.wheel(0, 500);
    await page.waitForTimeout(150);
  }
  await title.evaluate((element) => element.scrollIntoView());
  await page.waitForLoadState('networkidle');
  await title.evaluate((element) => element.scrollIntoView());
}
