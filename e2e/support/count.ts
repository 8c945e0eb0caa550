import type { Locator, Page } from 'playwright-core';

/** Screens of the stories that count are phones of this size. */
export const phone = { width: 390, height: 844 };

/** Counts what a hand does: each press, each field it has to touch, two for a list of choices; and screenfuls seen. */
export function countOn(page: Page) {
  const counted = { taps: 0, screens: 0 };
  return {
    counted,
    async tap(target: Locator) {
      counted.taps += 1;
      await target.click();
    },
    async type(label: string, value: string) {
      const field = page.getByLabel(label, { exact: true });
      await field.waitFor();
      if (!(await field.evaluate((element) => element === document.activeElement))) counted.taps += 1;
      await field.fill(value);
    },
    async choose(label: string, value: string) {
      counted.taps += 2;
      await page.getByRole('combobox', { name: label }).first().selectOption(value);
    },
    /** A screen, and the screenfuls to scroll until the target is seen. */
    async screen(target: Locator) {
      await target.waitFor();
      const top = await target.evaluate((element) =>
        element.closest('dialog') ? 0 : element.getBoundingClientRect().top + scrollY,
      );
      counted.screens += 1 + Math.floor(Math.max(0, top) / phone.height);
    },
  };
}
