import type { Screen } from './screen.ts';

/** A creator's own posts, people, prices and figures. */
export const studioScreens: readonly Screen[] = [
  {
    name: 'dashboard-start',
    shows: "a new creator's steps to the first sale",
    // The sample creators have sold for months.
    who: 'newcomer',
    path: () => '/dashboard',
    open: (page) => page.locator('[data-slot="first-steps"]').waitFor(),
    light: true,
  },
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
  {
    name: 'studio-people',
    shows: 'who subscribes, since when, and what it brought',
    who: 'creator',
    path: () => '/studio/people',
    open: (page) => page.getByRole('list', { name: 'People' }).waitFor(),
    light: true,
  },
  {
    name: 'studio-fan',
    shows: 'what a creator knows of one person, with notes and lists',
    who: 'creator',
    path: () => '/studio/people',
    open: async (page) => {
      await page.getByRole('list', { name: 'People' }).getByRole('button').first().click();
      await page.getByText('your share of what they spent').first().waitFor();
    },
    // A sheet on a phone and a column on a wide screen.
    within: 'studio-people',
  },
  {
    name: 'studio-figures',
    shows: 'visits, renewals, sources and the best hours',
    who: 'creator',
    path: () => '/studio/figures',
    open: (page) => page.getByText('Visits of your page').waitFor(),
    light: true,
  },
  {
    name: 'marketplace-make',
    shows: 'a new bundle: its items in order, the first as its cover',
    who: 'creator',
    path: () => '/marketplace',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Your bundles' }).click();
      await page.getByRole('button', { name: 'Make a bundle' }).click();
      const posts = page.getByRole('dialog').getByRole('list', { name: 'Your posts' }).getByRole('button');
      await posts.first().click();
      await posts.nth(1).click();
    },
  },
];
