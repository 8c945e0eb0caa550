import type { Screen } from './screen.ts';

/** A creator's own posts. */
export const studioScreens: readonly Screen[] = [
  {
    name: 'studio',
    shows: "a creator's posts, with what each earned",
    who: 'creator',
    path: () => '/studio',
    light: true,
  },
  {
    name: 'studio-post',
    shows: 'the figures of a post, and what its creator may do with it',
    who: 'creator',
    path: () => '/studio',
    open: async (page) => {
      await page.locator('[data-post]').first().click();
      await page.getByRole('dialog').getByText('Pin to the top').waitFor();
    },
  },
  {
    name: 'studio-prices',
    shows: 'a price, longer terms for less, and codes',
    who: 'creator',
    path: () => '/studio/prices',
    light: true,
  },
  {
    name: 'studio-prices-new',
    shows: 'a new trial or code',
    who: 'creator',
    path: () => '/studio/prices',
    open: async (page) => {
      await page.getByRole('button', { name: 'New trial or code' }).click();
      await page.getByRole('dialog').getByText('Free days').waitFor();
    },
  },
];
