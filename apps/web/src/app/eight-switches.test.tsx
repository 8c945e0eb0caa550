import { useQueryClient } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Rendered, render, serve, settle } from '../../test/render.tsx';
import { AdvancedTab as DisguiseAdvanced } from '../features/disguise/components/advanced-tab.tsx';
import { AdvancedTab as PrivacyAdvanced } from '../features/privacy/components/advanced-tab.tsx';
import { IncognitoTab } from '../features/privacy/components/incognito-tab.tsx';
import { switchIncognito } from '../features/privacy/switch-incognito.ts';
import { changeDisguise, disguiseKey, disguiseStore, readSettings } from '../lib/disguise.ts';
import { incognitoKey, incognitoStore, readIncognito } from '../lib/incognito.ts';

const ofServer = {
  incognito: false,
  autoDelete: null,
  locationPrivacy: { hidden: false, blockedProvinces: [] },
};
const forget = () => {
  disguiseStore.set(readSettings(null));
  incognitoStore.set(readIncognito(null));
  localStorage.removeItem(disguiseKey);
  localStorage.removeItem(incognitoKey);
};
beforeEach(() => {
  forget();
  serve({
    'GET /api/privacy/settings': () => ({ status: 200, body: ofServer }),
    'PUT /api/privacy/settings': (body) => ({ status: 200, body: { ...ofServer, ...(body as object) } }),
  });
});
/** As the route draws it. */
function DisguiseTab() {
  const client = useQueryClient();
  return <DisguiseAdvanced turnIncognito={(on) => void switchIncognito(client, on)} />;
}
const screens: Rendered[] = [];
afterEach(() => {
  for (const screen of screens.splice(0)) screen.unmount();
  forget();
});
async function open(element: ReactNode): Promise<Rendered> {
  const screen = await render(element);
  screens.push(screen);
  return screen;
}

/** Each switch: its name, and its position. */
const positions = ({ container }: Rendered) =>
  [...container.querySelectorAll('[role=switch]')].map((each) => [
    container.querySelector(`[id="${each.getAttribute('aria-labelledby')}"]`)?.textContent,
    each.getAttribute('aria-checked') === 'true',
  ]);
const switchOf = ({ container }: Rendered, name: string) =>
  [...container.querySelectorAll<HTMLButtonElement>('[role=switch]')].find((each) =>
    each.textContent?.startsWith(name),
  );
/** What a switch says below its name. */
const reasonOf = (screen: Rendered, name: string) => switchOf(screen, name)?.textContent;
async function turn(screen: Rendered, name: string): Promise<void> {
  await act(async () => switchOf(screen, name)?.click());
  await settle();
}

it('shows the eight switches of the two Advanced tabs, in their first positions on a fresh device', async () => {
  const disguise = await open(<DisguiseTab />);
  expect(positions(disguise).slice(0, 4)).toEqual([
    ['Screen recording protection', true],
    ['Incognito', false],
    ['Stealth notifications', true],
    ['Quick exit', false],
  ]);
  expect(positions(await open(<PrivacyAdvanced />))).toEqual([
    ['Location privacy', false],
    ['Browser history', false],
    ['Analytics blocking', true],
    // This page is not opened by https.
    ['Secure connections', false],
  ]);
  // What stands on without an effect says why.
  for (const name of ['Screen recording protection', 'Stealth notifications'])
    expect(reasonOf(disguise, name)).toContain('It works while Incognito is on.');
  expect(reasonOf(disguise, 'Quick exit')).toContain('First choose a disguise and switch panic mode on.');
});

it('shows the five settings of incognito in their first positions, three of them waiting for it', async () => {
  const screen = await open(<IncognitoTab />);
  expect(positions(screen)).toEqual([
    ['Incognito', false],
    ['Clear data on exit', false],
    ['Block screenshots', true],
    ['Stealth notifications', true],
    ['Auto-delete messages', false],
  ]);
  expect(screen.container.querySelectorAll('[role=switch]:disabled')).toHaveLength(3);
  expect(screen.container.textContent).toContain('The three above work while Incognito is on.');
  expect(screen.container.textContent?.match(/Not at work now: Incognito is off\./g)).toHaveLength(3);
});

it('is one setting on both screens', async () => {
  const disguise = await open(<DisguiseTab />);
  const privacy = await open(<IncognitoTab />);
  await turn(disguise, 'Incognito');
  expect(incognitoStore.get().isEnabled).toBe(true);
  await turn(disguise, 'Screen recording protection');
  await turn(privacy, 'Stealth notifications');
  expect(positions(disguise).slice(0, 3)).toEqual([
    ['Screen recording protection', false],
    ['Incognito', true],
    ['Stealth notifications', false],
  ]);
  expect(positions(privacy).slice(0, 4)).toEqual([
    ['Incognito', true],
    ['Clear data on exit', false],
    ['Block screenshots', false],
    ['Stealth notifications', false],
  ]);
  expect(reasonOf(disguise, 'Stealth notifications')).not.toContain('It works while');
});

it('leaves quickly once there is a disguise to leave for', async () => {
  changeDisguise({ isEnabled: true, selectedDisguise: 'notes', panicModeEnabled: true });
  const disguise = await open(<DisguiseTab />);
  expect(reasonOf(disguise, 'Quick exit')).not.toContain('First choose');
  await turn(disguise, 'Quick exit');
  expect(disguiseStore.get().panicOnLeave).toBe(true);
});

it('a duress code needs the code to return, and goes with it: without that no code is asked for', async () => {
  const stored = { salt: '00', hash: '00' };
  changeDisguise({ isEnabled: true });
  const screen = await open(<DisguiseTab />);
  const buttons = (name: string) =>
    [...screen.container.querySelectorAll('button')].filter((each) => each.textContent === name);
  expect(buttons('Set').map(({ disabled }) => disabled)).toEqual([false, true]);
  act(() => changeDisguise({ code: stored }));
  expect(buttons('Set').map(({ disabled }) => disabled)).toEqual([false]);
  act(() => changeDisguise({ duressCode: stored, duressEndsSession: true, duressNotifiesContact: true }));
  await act(async () => buttons('Remove')[0]?.click());
  expect(disguiseStore.get()).toMatchObject({
    ...{ code: null, duressCode: null, duressEndsSession: false, duressNotifiesContact: false },
  });
});
