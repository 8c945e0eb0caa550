import { afterEach, expect, it } from 'vitest';
import { changeIncognito, incognitoKey } from './incognito.ts';
import { keepableLists, listLimits, type OfflineList } from './offline-lists.ts';

const now = 1_800_000_000_000;
const list = (change: Partial<OfflineList> = {}): OfflineList => ({
  name: 'nearby',
  accountId: 'me',
  savedAt: now,
  rows: [{ id: 'one', title: 'Lerato, 31', text: 'Durban', portrait: null, portraitUrl: null }],
  ...change,
});
afterEach(() => {
  changeIncognito({ isEnabled: false });
  localStorage.removeItem(incognitoKey);
});

it('T82: keeps lists of the signed-in account only, and none for a visitor', () => {
  const all = [list(), list({ name: 'available', accountId: 'somebody else' })];
  expect(keepableLists(all, 'me', now)).toEqual([all[0]]);
  expect(keepableLists(all, '', now)).toEqual([]);
});

it('lets a list go that was not seen for three days', () => {
  const old = list({ savedAt: now - listLimits.ageMs });
  expect(keepableLists([old], 'me', now)).toEqual([old]);
  expect(keepableLists([old], 'me', now + 1)).toEqual([]);
});

it('lets a list go that was not seen for three days, however often it was read again', () => {
  const renewed = list({ savedAt: now, seenAt: now - listLimits.ageMs });
  expect(keepableLists([renewed], 'me', now)).toEqual([renewed]);
  expect(keepableLists([renewed], 'me', now + 1)).toEqual([]);
});

it('keeps nothing for incognito', () => {
  changeIncognito({ isEnabled: true });
  expect(keepableLists([list()], 'me', now)).toEqual([]);
});
