import { scrollTo } from '../scroll.ts';
import { button, type Screen } from './screen.ts';

/** Home, its parts, and the edition for visitors. */
export const homeScreens: readonly Screen[] = [
  { name: 'home', shows: 'home of a signed-in person', who: 'fan', path: () => '/', light: true },
  {
    name: 'home-filter',
    shows: 'whom Available Right Now shows',
    who: 'fan',
    path: () => '/',
    open: async (page) => {
      await button(page, /^Filter/).click();
      await page.getByRole('button', { name: /^Show \d+ p/ }).waitFor();
    },
  },
  {
    name: 'home-craving',
    shows: 'what people crave, and the live feed',
    who: 'fan',
    path: () => '/',
    open: (page) => scrollTo(page, 'What People Are Craving'),
    light: true,
    within: 'home-heat-map',
  },
  {
    name: 'home-activity',
    shows: 'posts, trends, moods and quick actions',
    who: 'fan',
    path: () => '/',
    open: (page) => scrollTo(page, 'Live Social Activity'),
    within: 'home-heat-map',
  },
  {
    name: 'home-heat-map',
    shows: 'where the country is awake',
    who: 'fan',
    path: () => '/',
    open: (page) => scrollTo(page, 'National Heat Map'),
    light: true,
  },
  {
    name: 'home-heat-table',
    shows: 'the same as a table',
    who: 'fan',
    path: () => '/',
    open: async (page) => {
      await scrollTo(page, 'National Heat Map');
      await button(page, 'Table').click();
    },
    part: '[aria-label="Heat map as a table"]',
  },
  {
    name: 'home-mood',
    shows: 'the twelve moods',
    who: 'fan',
    path: () => '/',
    open: async (page) => {
      await scrollTo(page, "What's your mood right now?");
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('dialog', { name: "What's your mood right now?" }).waitFor();
    },
    part: 'dialog[open]',
  },
  { name: 'create-interest', shows: 'posting an interest', who: 'fan', path: () => '/create-interest' },
  { name: 'explore', shows: 'the visitor edition of home', who: 'visitor', path: () => '/explore', light: true },
];
