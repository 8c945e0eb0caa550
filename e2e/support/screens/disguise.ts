import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';

const look = { icon: 'data:,', colour: '#101216', path: '/disguise' };
const titleOf = (id: string) => id[0]?.toUpperCase() + id.slice(1);
const tools = ['calculator', 'weather', 'timer', 'notes', 'calendar', 'music', 'fitness', 'news'] as const;
/** What a member wrote in the disguises, so that their lists are seen. */
const written = {
  notes: [{ id: '1', title: 'Groceries', text: 'x Rooibos\n- Spinach', editedAt: '2026-11-21T19:10:00.000Z' }],
  news: [{ id: '1', title: 'Dam levels of the week', note: 'The municipal page', state: 'open' }],
  fitness: [{ id: '1', kind: 'run', at: '2026-11-21T05:30:00.000Z', seconds: 1_860 }],
};

async function disguiseAs(page: Page, id: (typeof tools)[number]): Promise<void> {
  const settings = JSON.stringify({
    isEnabled: true,
    selectedDisguise: id,
    active: { id, title: titleOf(id), ...look },
  });
  await page.evaluate(
    ([stored, data]) => {
      localStorage.setItem('appDisguiseSettings', stored ?? '');
      localStorage.setItem('tools', data ?? '');
    },
    [settings, JSON.stringify(written)],
  );
  await page.reload();
  await page.locator('[data-slot=tool]').waitFor();
  if (id === 'notes') await page.getByRole('button', { name: /^Groceries/ }).click();
}

const tab = (name: string) => async (page: Page) => {
  await page.getByRole('switch', { name: 'App Disguise' }).click();
  await page.getByRole('tab', { name }).click();
};

/** The screen of the disguises, and each of them as the page it pretends to be. */
export const disguiseScreens: readonly Screen[] = [
  { name: 'disguise', shows: 'what the app can look like', who: 'fan', path: () => '/disguise', light: true },
  {
    name: 'disguise-lock',
    shows: 'the lock of the device',
    who: 'fan',
    path: () => '/disguise',
    open: tab('Biometric Security'),
  },
  {
    name: 'disguise-advanced',
    shows: 'panic, codes, and what no page can do',
    who: 'fan',
    path: () => '/disguise',
    open: tab('Advanced'),
  },
  ...tools.map(
    (id): Screen => ({
      name: `disguised-${id}`,
      shows: `the app disguised: ${id}`,
      who: 'fan',
      path: () => '/disguise',
      open: (page) => disguiseAs(page, id),
    }),
  ),
];
