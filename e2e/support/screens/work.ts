import { button, type Screen } from './screen.ts';

/** Custom requests, the dashboard and the rooms of staff. */
export const workScreens: readonly Screen[] = [
  { name: 'requests', shows: 'custom requests, and who may make them', who: 'fan', path: () => '/requests' },
  { name: 'requests-received', shows: 'what a creator is asked for', who: 'creator', path: () => '/requests' },
  { name: 'dashboard', shows: 'what a creator earns', who: 'creator', path: () => '/dashboard', light: true },
  {
    name: 'dashboard-payouts',
    shows: 'payouts, the bank account and statements',
    who: 'creator',
    path: () => '/dashboard',
    open: (page) => page.getByRole('heading', { name: 'Statements' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'dashboard-account',
    shows: 'naming a bank account',
    who: 'creator',
    path: () => '/dashboard',
    open: async (page) => {
      await button(page, /bank account|Change account/).click();
      await page.getByRole('button', { name: 'Save account' }).waitFor();
    },
  },
  {
    name: 'library',
    shows: 'everything a creator uploaded, and where it is used',
    who: 'creator',
    path: () => '/library',
    open: (page) => page.getByRole('list', { name: 'Files' }).waitFor(),
    light: true,
  },
  {
    name: 'library-file',
    shows: 'one file and its uses',
    who: 'creator',
    path: () => '/library',
    open: async (page) => {
      await page
        .getByRole('list', { name: 'Files' })
        .getByRole('button', { name: /^Photo/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('Where it is used').waitFor();
    },
    part: 'dialog[open]',
  },
  {
    name: 'library-albums',
    shows: 'albums a creator shares',
    who: 'creator',
    path: () => '/library?show=albums',
    open: (page) => page.getByRole('list', { name: 'Your albums' }).waitFor(),
  },
  {
    name: 'album-share',
    shows: 'who sees an album',
    who: 'creator',
    path: ({ albumId }) => `/library?album=${albumId}`,
    open: async (page) => {
      await button(page, 'Change or share').click();
      await page.getByRole('dialog').getByText('Shared with').waitFor();
    },
    part: 'dialog[open]',
  },
  {
    name: 'albums',
    shows: 'albums shared with a member',
    who: 'fan',
    path: () => '/library?show=shared',
    open: (page) => page.getByRole('list', { name: 'Shared with you' }).waitFor(),
  },
  {
    name: 'album',
    shows: 'an album that is shared with a member',
    who: 'fan',
    path: ({ albumId }) => `/library?album=${albumId}`,
    open: (page) => button(page, 'Open picture 1').waitFor(),
  },
  {
    name: 'admin',
    shows: 'the nine figures of the platform with their history, and its health',
    who: 'admin',
    path: () => '/admin/dashboard',
    open: (page) => page.getByRole('heading', { name: 'Platform health' }).waitFor(),
    light: true,
  },
  {
    name: 'admin-settings-platform',
    shows: 'the emergency stop, and what an operator may change',
    who: 'admin',
    path: () => '/admin/settings/platform',
    open: (page) => page.getByLabel('Notice to everybody').waitFor(),
  },
  {
    name: 'admin-settings-policies',
    shows: 'clocks of decisions and appeals',
    who: 'admin',
    path: () => '/admin/settings/policies',
    open: (page) => page.getByLabel('Appeals at the takedown desk').waitFor(),
  },
  {
    name: 'admin-users',
    shows: 'members with search, filters and actions',
    who: 'admin',
    path: () => '/admin/users',
    open: (page) => page.getByText(/^1 to 50 of/).waitFor(),
    light: true,
  },
  {
    name: 'admin-suspend',
    shows: 'suspending a member with a reason',
    who: 'admin',
    path: () => '/admin/users?status=active&role=creator',
    open: async (page) => {
      await button(page, /^More about/).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
      await page.getByRole('dialog').getByLabel('Reason').waitFor();
    },
    part: 'dialog[open]',
  },
  {
    name: 'admin-filters',
    shows: 'filters of members, and saving one',
    who: 'admin',
    path: () => '/admin/users',
    open: async (page) => {
      await button(page, 'Filters').click();
      await page.getByRole('dialog').getByLabel('Save as').waitFor();
    },
    part: 'dialog[open]',
  },
  {
    name: 'admin-member',
    shows: 'everything that happened to one member',
    who: 'admin',
    path: () => '/admin/users/suspended',
    open: async (page) => {
      await page.locator('main a[href^="/admin/users/"]').first().click();
      await page.getByRole('tab', { name: 'Everything' }).waitFor();
    },
  },
  {
    name: 'admin-suspended',
    shows: 'suspended members, since when and why',
    who: 'admin',
    path: () => '/admin/users/suspended',
  },
  {
    name: 'admin-unverified',
    shows: 'members without a proven age',
    who: 'admin',
    path: () => '/admin/users/verification?show=unverified',
  },
  { name: 'admin-settings', shows: 'the parts of the settings', who: 'admin', path: () => '/admin/settings' },
  { name: 'admin-reports', shows: 'reports and disputes', who: 'admin', path: () => '/admin/reports' },
  {
    name: 'admin-verification',
    shows: 'age checks that wait for a person',
    who: 'admin',
    path: () => '/admin/users/verification',
  },
  {
    name: 'admin-photos',
    shows: 'photos that wait for a moderator',
    who: 'admin',
    path: () => '/admin/photos',
  },
  {
    name: 'admin-selfies',
    shows: 'selfies to compare with first photos',
    who: 'admin',
    path: () => '/admin/photos?show=selfies',
  },
  { name: 'admin-content', shows: 'all items, with filters', who: 'admin', path: () => '/admin/content' },
  {
    name: 'admin-takedowns',
    shows: 'cases of the public desk, the least time left first',
    who: 'admin',
    path: () => '/admin/takedowns',
    open: (page) => page.getByText('VT-').first().waitFor(),
  },
  {
    name: 'admin-takedown',
    shows: 'one case, its evidence out of focus',
    who: 'admin',
    path: () => '/admin/takedowns',
    open: async (page) => {
      await page
        .getByRole('link', { name: /Image without consent.*address/ })
        .first()
        .click();
      await page.getByText('Statement of reasons').waitFor();
    },
    light: true,
  },
  {
    name: 'compliance',
    shows: 'what the law asks of a creator, and what is kept',
    who: 'creator',
    path: () => '/compliance',
    open: (page) => page.getByRole('heading', { name: 'What is kept' }).waitFor(),
    light: true,
  },
  {
    name: 'fpb-registration',
    shows: 'registering with the film board',
    who: 'creator',
    path: () => '/fpb-registration',
    open: (page) => button(page, 'Send registration').waitFor(),
    light: true,
  },
  {
    name: 'classification-register',
    shows: 'every class a creator gave',
    who: 'creator',
    path: () => '/compliance/classifications',
    open: (page) => page.getByRole('textbox', { name: 'Search titles' }).waitFor(),
  },
  {
    name: 'consent-register',
    shows: 'who is in the items of a creator',
    who: 'creator',
    path: () => '/compliance/consent-records',
    open: (page) => page.getByRole('textbox', { name: 'Search titles' }).waitFor(),
  },
  {
    name: 'admin-registrations',
    shows: 'registrations that wait, the least time left first',
    who: 'admin',
    path: () => '/admin/fpb-registrations',
    open: (page) => page.getByRole('list', { name: 'Registrations' }).waitFor(),
    light: true,
  },
  {
    name: 'admin-registration',
    shows: 'one application and its decision',
    who: 'admin',
    path: () => '/admin/fpb-registrations',
    open: async (page) => {
      await page
        .getByRole('link', { name: /Tafelberg Studio/ })
        .first()
        .click();
      await page.getByText('Choose a decision').waitFor();
    },
  },
  {
    name: 'admin-words',
    shows: 'texts in which a listed phrase was found',
    who: 'admin',
    path: () => '/admin/words',
  },
  {
    name: 'admin-operator',
    shows: 'what the operator says of itself',
    who: 'admin',
    path: () => '/admin/settings/operator',
  },
  {
    name: 'admin-risk',
    shows: 'cases about money, those that wait oldest first',
    who: 'admin',
    path: () => '/admin/risk',
    open: (page) => page.getByText('RC-').first().waitFor(),
    light: true,
  },
  {
    name: 'admin-risk-case',
    shows: 'one case: what was seen, who paid, what was decided',
    who: 'admin',
    path: () => '/admin/risk',
    open: async (page) => {
      await page.getByText('frozen', { exact: true }).first().click();
      await page.getByText('Who paid, last 30 days').waitFor();
    },
  },
  {
    name: 'admin-chargebacks',
    shows: 'creators who received charged-back payments',
    who: 'admin',
    path: () => '/admin/risk',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Charged back' }).click();
      await page.getByText('card payments,').first().waitFor();
    },
  },
  { name: 'admin-records', shows: 'the registers of the platform', who: 'admin', path: () => '/admin/records' },
  {
    name: 'admin-period-report',
    shows: 'figures of a month, closed, beside the month before',
    who: 'admin',
    path: () => '/admin/records/reports',
    open: (page) => page.getByText('From receipt to decision').waitFor(),
    light: true,
  },
  {
    name: 'admin-authorities',
    shows: 'what authorities asked',
    who: 'admin',
    path: () => '/admin/records/authorities',
    open: (page) => page.getByText('AR-').first().waitFor(),
  },
  {
    name: 'admin-holds',
    shows: 'legal holds',
    who: 'admin',
    path: () => '/admin/records/authorities',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Legal holds' }).click();
      await page.getByText('LH-').first().waitFor();
    },
  },
  {
    name: 'admin-retention',
    shows: 'what is removed when, and what the last run removed',
    who: 'admin',
    path: () => '/admin/records/retention',
    open: (page) => page.getByText('Takedown cases').first().waitFor(),
    light: true,
  },
  {
    name: 'admin-breaches',
    shows: 'compromises of personal information',
    who: 'admin',
    path: () => '/admin/breaches',
    open: (page) => page.getByText('IN-').first().waitFor(),
  },
  {
    name: 'admin-breach',
    shows: 'one incident: steps with clocks, drafts, a notice that waits',
    who: 'admin',
    path: () => '/admin/breaches',
    open: async (page) => {
      await page.getByText('IN-').first().click();
      await page.getByText('Approve and send').waitFor();
    },
    light: true,
  },
  {
    name: 'admin-consents',
    shows: 'who consented to what, names of people without an account sealed',
    who: 'admin',
    path: () => '/admin/records/consents',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Purchases' }).click();
      await page.getByRole('list', { name: 'Consents' }).waitFor();
    },
  },
  {
    name: 'admin-reviewers',
    shows: 'access of reviewers from outside',
    who: 'admin',
    path: () => '/admin/records/reviewers',
    open: (page) => page.getByText('RV-').first().waitFor(),
  },
  {
    name: 'admin-information',
    shows: 'requests about personal information, the least time left first',
    who: 'admin',
    path: () => '/admin/records/requests',
    open: (page) => page.getByText('PI-').first().waitFor(),
  },
  {
    name: 'admin-information-case',
    shows: 'one request, and its answer',
    who: 'admin',
    path: () => '/admin/records/requests',
    open: async (page) => {
      await page.getByText('PI-').first().click();
      await page.getByText('In writing').waitFor();
    },
  },
  {
    name: 'personal-information',
    shows: 'a member asks about their personal information',
    who: 'fan',
    path: () => '/compliance/personal-information',
    light: true,
  },
  {
    name: 'takedown-statements',
    shows: 'what was done about a creator’s files, and why',
    who: 'creator',
    path: () => '/decisions?tab=complaints',
  },
  { name: 'admin-payments', shows: 'ledger health and payouts', who: 'admin', path: () => '/admin/settings/payments' },
  {
    name: 'admin-ledger',
    shows: 'one transfer, its entries and cause',
    who: 'admin',
    path: () => '/admin/settings/payments',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Ledger' }).click();
      await page.getByRole('tabpanel').locator('li button').first().click();
      await page.getByRole('dialog').getByText('Entries').waitFor();
    },
  },
];
