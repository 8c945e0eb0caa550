import { button, type Screen } from './screen.ts';

/** What members pay for: packs, tips, subscriptions, VIP, bundles and gifts. */
export const moneyScreens: readonly Screen[] = [
  { name: 'credits', shows: 'balance, bonus and movements', who: 'fan', path: () => '/credits', light: true },
  {
    name: 'credits-buy',
    shows: 'one pack before it is paid',
    who: 'fan',
    path: () => '/credits',
    open: async (page) => {
      await button(page, 'Buy 300 credits for R199').click();
      await page.getByRole('dialog').getByText('left after this').waitFor();
    },
  },
  {
    name: 'statement',
    shows: 'rand and credits in one list, with two totals',
    who: 'fan',
    path: () => '/statement?month=all',
    open: (page) => page.getByText('Save as CSV').waitFor(),
    light: true,
  },
  { name: 'checkout', shows: 'a payment before it is made', who: 'fan', path: () => '/checkout?package=p250' },
  { name: 'checkout-error', shows: 'a checkout with nothing to pay for', who: 'fan', path: () => '/checkout' },
  {
    name: 'tip',
    shows: 'a tip before it is sent',
    who: 'fan',
    path: ({ creatorId }) => `/creator/${creatorId}`,
    open: async (page) => {
      await button(page, /^More about/).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send Tip' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'R50', exact: true }).click();
    },
  },
  {
    name: 'subscribe',
    shows: 'a subscription before it is paid',
    who: 'fan',
    path: ({ creatorId }) => `/creator/${creatorId}`,
    open: async (page) => {
      await button(page, /^Subscribe R/).click();
      await page.getByRole('dialog').getByText('left after this').waitFor();
    },
  },
  { name: 'vip', shows: 'the three tiers compared', who: 'fan', path: () => '/vip', light: true },
  {
    name: 'marketplace',
    shows: 'bundles on sale',
    who: 'fan',
    path: () => '/marketplace',
    open: (page) => page.getByRole('tabpanel').locator('li').first().waitFor(),
    light: true,
  },
  {
    name: 'marketplace-bundle',
    shows: 'a bundle before it is bought',
    who: 'fan',
    path: () => '/marketplace',
    open: async (page) => {
      await page.getByRole('tabpanel').locator('li', { hasNotText: 'Owned' }).first().getByRole('button').click();
      await page.getByRole('button', { name: /^Purchase Bundle for/ }).waitFor();
    },
  },
  { name: 'gifts', shows: 'the seven gifts', who: 'fan', path: () => '/gifts', light: true },
  {
    name: 'gifts-send',
    shows: 'a gift before it is sent',
    who: 'fan',
    path: () => '/gifts',
    open: async (page) => {
      await button(page, /Golden Heart/).click();
      await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
    },
  },
];
