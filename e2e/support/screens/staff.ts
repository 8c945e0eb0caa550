import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

/** Rooms of staff that `work.ts` leaves out. */
export const staffScreens: readonly Screen[] = [
  {
    name: 'admin-health',
    shows: 'which parts work, what waits, and what was given up',
    who: 'admin',
    path: () => '/admin/health',
    light: true,
  },
  {
    name: 'admin-member-referrals',
    shows: 'whom a creator referred, and the end of a share',
    who: 'admin',
    path: ({ demoCreatorAccountId }) => `/admin/users/${demoCreatorAccountId}`,
    open: async (page) => {
      const referrals = page.locator('[data-slot="member-referrals"]');
      await referrals.waitFor();
      await referrals.evaluate((section) => section.scrollIntoView({ block: 'center' }));
    },
    part: '[data-slot="member-referrals"]',
  },
  { name: 'admin-audit', shows: 'the audit log, with filters', who: 'admin', path: () => '/admin/audit', light: true },
  { name: 'admin-flagged', shows: 'items that are held back', who: 'admin', path: () => '/admin/content/flagged' },
  {
    name: 'admin-pending',
    shows: 'items that wait for a moderator',
    who: 'admin',
    path: () => '/admin/content/pending',
  },
  { name: 'admin-resolved', shows: 'decided reports', who: 'admin', path: () => '/admin/reports/resolved' },
  {
    name: 'admin-appeals',
    shows: 'appeals against decisions',
    who: 'admin',
    path: () => '/admin/reports?tab=appeals',
  },
  {
    name: 'admin-disputes',
    shows: 'disputed requests',
    who: 'admin',
    path: () => '/admin/reports?tab=disputes',
  },
  {
    name: 'admin-documents',
    shows: 'identity documents that wait for a look',
    who: 'admin',
    path: () => '/admin/users/verification?show=documents',
  },
  {
    name: 'admin-bans',
    shows: 'devices, ID numbers and bank accounts that may not come back',
    who: 'admin',
    path: () => '/admin/risk',
    open: tab('Bans'),
  },
  {
    name: 'admin-to-look-at',
    shows: 'payments and bonuses to look at',
    who: 'admin',
    path: () => '/admin/settings/payments',
    open: tab('To look at'),
  },
  {
    name: 'admin-payment-settings',
    shows: 'settings of payments and the platform’s share',
    who: 'admin',
    path: () => '/admin/settings/payments',
    open: tab('Settings'),
  },
];
