import { disguiseScreens } from './disguise.ts';
import { button, type Screen } from './screen.ts';

/** Notifications, the installed app, and what any screen may show. */
export const restScreens: readonly Screen[] = [
  { name: 'api-docs', shows: 'the calls that other software may make', who: 'visitor', path: () => '/api/docs' },
  {
    name: 'premium',
    shows: 'the overlay of premium features',
    who: 'fan',
    path: () => '/',
    open: async (page) => {
      await button(page, /premium features/i).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'notifications',
    shows: 'what happened, and what is new of it',
    who: 'fan',
    path: () => '/notifications',
    light: true,
  },
  {
    name: 'notifications-panel',
    shows: 'the list under the bell',
    who: 'creator',
    path: () => '/gifts',
    wide: true,
    open: async (page) => {
      await button(page, /^Notifications/).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Show all' }).waitFor();
    },
  },
  {
    name: 'notifications-preferences',
    shows: 'what one wants to hear of',
    who: 'fan',
    path: () => '/notifications?tab=preferences',
    open: (page) => page.getByRole('checkbox').first().waitFor(),
  },
  { name: 'pwa', shows: 'Vlam as an app', who: 'fan', path: () => '/pwa' },
  {
    name: 'pwa-install',
    shows: 'how it is installed',
    who: 'visitor',
    path: () => '/pwa',
    open: (page) => page.getByRole('tab', { name: 'Install' }).click(),
  },
  {
    name: 'pwa-notifications',
    shows: 'what it tells',
    who: 'fan',
    path: () => '/pwa',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Notifications' }).click();
      await page.getByText('Private messages', { exact: true }).waitFor();
    },
  },
  ...disguiseScreens,
  {
    name: 'privacy',
    shows: 'the privacy score and the settings of incognito',
    who: 'fan',
    path: () => '/privacy',
    light: true,
  },
  {
    name: 'my-data',
    shows: 'a copy of one’s data, and what deleting erases',
    who: 'fan',
    path: () => '/my-data',
    light: true,
  },
  {
    name: 'my-data-delete',
    shows: 'the question before an account is deleted',
    who: 'fan',
    path: () => '/my-data',
    open: async (page) => {
      await button(page, 'Delete my account').click();
      await page.getByRole('dialog', { name: 'Delete your account?' }).waitFor();
    },
    part: 'dialog[open]:modal',
  },
  {
    name: 'settings',
    shows: 'every setting with its state; on wide windows beside the account',
    who: 'fan',
    path: () => '/settings',
    light: true,
  },
  {
    name: 'settings-notifications',
    shows: 'notifications among the settings',
    who: 'fan',
    path: () => '/settings/notifications',
    open: (page) => page.getByRole('checkbox').first().waitFor(),
  },
  {
    name: 'settings-calls',
    shows: 'whether a creator takes calls, and at what price',
    who: 'creator',
    path: () => '/settings/calls',
    open: (page) => page.getByRole('switch').first().waitFor(),
  },
  { name: 'settings-theme', shows: 'dark, light or as the device', who: 'fan', path: () => '/settings/theme' },
  { name: 'settings-language', shows: 'the four languages', who: 'fan', path: () => '/settings/language' },
  {
    name: 'settings-payments',
    shows: 'saved cards and spending limits',
    who: 'fan',
    path: () => '/settings/payments',
  },
  { name: 'data', shows: 'data used on this device, and the saver', who: 'fan', path: () => '/data', light: true },
  {
    name: 'privacy-offline',
    shows: 'credits without a network',
    who: 'fan',
    path: () => '/privacy',
    open: (page) => page.getByRole('tab', { name: 'Offline Credits' }).click(),
  },
  {
    name: 'privacy-advanced',
    shows: 'switches that say why they stand as they do',
    who: 'fan',
    path: () => '/privacy',
    open: (page) => page.getByRole('tab', { name: 'Advanced' }).click(),
  },
  {
    name: 'privacy-emergency',
    shows: 'what one does in a hurry',
    who: 'fan',
    path: () => '/privacy',
    open: async (page) => {
      const tab = page.getByRole('tab', { name: 'Emergency' });
      if (await tab.isVisible()) await tab.click();
      await page.getByText('Quick Refresh').waitFor();
    },
  },
  { name: 'not-found', shows: '404', who: 'fan', path: () => '/no/such/place' },
  { name: 'logout', shows: 'the question before logging out', who: 'fan', path: () => '/api/logout' },
  {
    name: 'admin-risk-thresholds',
    shows: 'what the rules about money compare with',
    who: 'admin',
    path: () => '/admin/risk',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Thresholds' }).click();
      await page.getByRole('heading', { name: 'Sign-ups' }).waitFor();
    },
    light: true,
  },
];
