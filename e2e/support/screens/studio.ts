import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

/** The dashboard of a creator with one post and no sale: the sample creators have sold for months. */
async function beginAnew(page: Page): Promise<void> {
  const answers: Readonly<Record<string, (known: Record<string, unknown>) => object>> = {
    '/api/creator/stats': () => ({ earningSince: null }),
    '/api/payouts': () => ({ payouts: [] }),
    '/api/payouts/account': () => ({ account: null }),
    '/api/creator/welcome-message': () => ({ enabled: false }),
    '/api/profiles/me/handle': () => ({ handle: null }),
    '/api/studio/posts': ({ counts }) => ({ counts: { ...(counts as object), published: 1, scheduled: 0, review: 0 } }),
  };
  await page.route(
    ({ pathname }) => pathname in answers,
    async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      const known = await response.json();
      const changed = answers[new URL(route.request().url()).pathname]?.(known);
      await route.fulfill({ response, json: { ...known, ...changed } });
    },
  );
  await page.reload();
  await page.locator('[data-slot="first-steps"]').waitFor();
}

/** A creator's own posts, people, prices and figures. */
export const studioScreens: readonly Screen[] = [
  {
    name: 'dashboard-start',
    shows: "a new creator's steps to the first sale",
    who: 'creator',
    path: () => '/dashboard',
    open: beginAnew,
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
