import { button, type Screen } from './screen.ts';

/** Creators, profiles, and publishing. */
export const peopleScreens: readonly Screen[] = [
  {
    name: 'creators',
    shows: 'all creators, by category, price and presence',
    who: 'fan',
    path: () => '/creators',
    open: (page) => page.getByRole('list', { name: 'Creators' }).waitFor(),
    light: true,
  },
  { name: 'own-profile', shows: 'the own profile', who: 'fan', path: () => '/profile' },
  { name: 'security', shows: 'how the account is protected', who: 'fan', path: () => '/security' },
  {
    name: 'person',
    shows: 'a creator behind veils, with prices',
    who: 'fan',
    path: ({ creatorId }) => `/profile/${creatorId}`,
    light: true,
  },
  {
    name: 'person-down',
    shows: 'a creator further down: the name above, the actions at the thumb',
    who: 'fan',
    path: ({ creatorId }) => `/profiles/${creatorId}`,
    open: async (page) => {
      await page.locator('[data-content-id]').first().waitFor();
      await page.mouse.move(190, 400);
      await page.mouse.wheel(0, 700);
    },
  },
  {
    name: 'person-more',
    shows: 'everything else one can do with a creator',
    who: 'fan',
    path: ({ creatorId }) => `/creator/${creatorId}`,
    open: async (page) => {
      await button(page, /^More about/).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send Tip' }).waitFor();
    },
    part: 'dialog[open]',
  },
  {
    name: 'person-about',
    shows: 'what a month brings, and the figures of a creator',
    who: 'fan',
    path: ({ creatorId }) => `/profile/${creatorId}`,
    open: async (page) => {
      await page.getByRole('tab', { name: 'About' }).click();
      await page.getByText('Total earnings').waitFor();
    },
  },
  {
    name: 'person-fan',
    shows: 'a member: distance, match, flame',
    who: 'fan',
    path: ({ memberId }) => `/profile/${memberId}`,
    light: true,
  },
  {
    name: 'person-unlock',
    shows: 'one item and its price',
    who: 'fan',
    path: ({ creatorId }) => `/profile/${creatorId}`,
    open: async (page) => {
      await button(page, /Salt and late light|Umhlanga pier|Slow morning|Blue hour/).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'watch',
    shows: 'a video, with its rating over it',
    who: 'fan',
    path: ({ videoId }) => `/watch/${videoId}`,
    light: true,
    open: (page) => page.locator('video').waitFor(),
  },
  {
    name: 'gallery',
    shows: "a creator's open picture over the whole screen",
    who: 'creator',
    path: ({ demoCreatorId }) => `/profile/${demoCreatorId}`,
    open: async (page) => {
      await button(page, /^Picture, /).click();
      await button(page, /^Enlarge /).click();
      await button(page, 'Zoom in').waitFor();
    },
    part: 'dialog[data-slot=gallery]',
  },
  { name: 'create', shows: 'publishing, with a live preview', who: 'creator', path: () => '/create' },
  {
    name: 'create-rating',
    shows: 'one of the four questions that rate an item',
    who: 'creator',
    path: () => '/create',
    light: true,
    part: 'dialog[open]',
    open: async (page) => {
      await page.getByRole('button', { name: /^Rating/ }).click();
      await page.getByRole('dialog').getByText('Strong', { exact: true }).click();
    },
  },
  {
    name: 'create-people',
    shows: 'who is in an item',
    who: 'creator',
    path: () => '/create',
    part: 'dialog[open]',
    open: async (page) => {
      await page.getByRole('button', { name: /^People in it/ }).click();
      await page.getByText('Me and others').click();
      await page.getByRole('button', { name: 'Ask a member' }).waitFor();
    },
  },
  {
    name: 'create-when',
    shows: 'when an item is published, and until when',
    who: 'creator',
    path: () => '/create',
    part: 'dialog[open]',
    open: async (page) => {
      await page.getByRole('button', { name: /^When/ }).click();
      await page.getByText('At a time').click();
      await page.getByRole('switch', { name: /Take it down/ }).click();
    },
  },
  { name: 'consents', shows: 'requests for consent', who: 'fan', path: () => '/consents' },
  { name: 'create-refused', shows: 'publishing without a creator profile', who: 'fan', path: () => '/create' },
  {
    name: 'identity',
    shows: 'what opens X18 to a viewer',
    who: 'fan',
    path: () => '/identity',
    open: (page) => page.getByRole('list', { name: 'What the level needs' }).waitFor(),
    light: true,
  },
  {
    name: 'identity-creator',
    shows: 'the identity checklist of a creator',
    who: 'creator',
    path: () => '/identity',
    open: (page) => page.getByRole('list', { name: 'What the level needs' }).waitFor(),
    light: true,
  },
];
