import { button, type Screen } from './screen.ts';

/** Events, people nearby and matches. */
export const meetingScreens: readonly Screen[] = [
  { name: 'locations', shows: 'events on the list and the map', who: 'fan', path: () => '/locations', light: true },
  {
    name: 'locations-event',
    shows: 'one event and its places',
    who: 'fan',
    path: () => '/locations',
    open: async (page) => {
      await page.locator('[data-event]').first().click();
      await page.getByRole('dialog').getByText('Host').waitFor();
    },
  },
  {
    name: 'locations-create',
    shows: 'announcing an event',
    who: 'fan',
    path: () => '/locations',
    open: async (page) => {
      await button(page, 'Create Event').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'locations-share',
    shows: 'telling a friend where one goes',
    who: 'fan',
    path: () => '/locations',
    open: async (page) => {
      await button(page, 'Share my plan').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'locations-travel',
    shows: 'who is on the way to a city',
    who: 'fan',
    path: () => '/locations?tab=travel',
    open: (page) => button(page, 'Plan a trip').waitFor(),
  },
  {
    name: 'locations-tonight',
    shows: 'what people would like to do tonight',
    who: 'fan',
    path: () => '/locations?tab=tonight',
    open: (page) => page.locator('[data-tonight]').first().waitFor(),
    light: true,
  },
  {
    name: 'locations-report',
    shows: 'telling the moderators',
    who: 'fan',
    path: () => '/locations?tab=tonight',
    open: async (page) => {
      await button(page, /^More about/).click();
      await page.getByRole('button', { name: 'Report', exact: true }).click();
      await page.getByRole('dialog').getByText('What is wrong?').waitFor();
    },
  },
  {
    name: 'plan',
    shows: 'the link of a plan that has ended',
    who: 'visitor',
    path: () => `/plan/${'x'.repeat(43)}`,
  },
  { name: 'nearby', shows: 'people by distance', who: 'fan', path: () => '/nearby', light: true },
  {
    name: 'nearby-map',
    shows: 'areas with ten people and more',
    who: 'fan',
    path: () => '/nearby',
    open: async (page) => {
      await button(page, 'Map').click();
      await page.getByText('Blazing').waitFor();
    },
    light: true,
  },
  {
    name: 'nearby-filters',
    shows: 'whom the list shows',
    who: 'fan',
    path: () => '/nearby',
    open: async (page) => {
      await button(page, /^Filters/).click();
      await page.getByRole('dialog').getByText('Age range').waitFor();
    },
  },
  {
    name: 'nearby-place',
    shows: 'what is kept of the own place',
    who: 'fan',
    path: () => '/nearby',
    open: async (page) => {
      await button(page, /^(Set your location|Within \d+ km of )/).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'nearby-privacy',
    shows: 'who may see one',
    who: 'creator',
    path: () => '/nearby',
    open: async (page) => {
      await button(page, 'Who sees you').click();
      await page.getByRole('dialog').getByText('Blocked provinces').waitFor();
    },
  },
  {
    name: 'ai-matching',
    shows: 'who fits, and why',
    who: 'fan',
    path: () => '/ai-matching',
    open: (page) => page.getByRole('list', { name: 'Your best three' }).waitFor(),
    light: true,
  },
  {
    name: 'ai-matching-preferences',
    shows: 'wishes and weights',
    who: 'fan',
    path: () => '/ai-matching',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Preferences' }).click();
      await page.getByText('What matters most').waitFor();
    },
  },
  {
    name: 'ai-matching-analytics',
    shows: 'how matches come about',
    who: 'fan',
    path: () => '/ai-matching',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Analytics' }).click();
      await page.getByText('What your matches give').waitFor();
    },
  },
];
