import { beforeEach, expect, it } from 'vitest';
import { changeIncognito, durationOf, incognitoKey, incognitoStore, inEffect, readIncognito } from './incognito.ts';

const fresh = readIncognito(null);
beforeEach(() => {
  localStorage.clear();
  changeIncognito(fresh);
});

it('is off at first, and nothing is cleared or deleted unasked', () => {
  expect(fresh).toMatchObject({ isEnabled: false, clearDataOnExit: false, autoDeleteMessages: false, shortcuts: true });
  expect(Object.values(inEffect(fresh))).toEqual([false, false, false, false, false]);
});

it('keeps the settings under the key of the specification', () => {
  changeIncognito({ isEnabled: true, autoDeleteDuration: 45 });
  expect(readIncognito(localStorage.getItem(incognitoKey))).toEqual(incognitoStore.get());
  expect(JSON.parse(localStorage.getItem('incognitoSettings') ?? '')).toMatchObject({
    isEnabled: true,
    clearDataOnExit: false,
    disableScreenshots: true,
    stealthNotifications: true,
    autoDeleteMessages: false,
    autoDeleteDuration: 45,
  });
});

it.each(['', 'null', '{', '[]', '{"isEnabled":"yes","autoDeleteDuration":0}', '7'])(
  'counts %s, which nothing of ours wrote, as never set',
  (stored) => expect(readIncognito(stored)).toEqual(fresh),
);

it('lets the device guard the screen only while incognito is on; the server deletes regardless', () => {
  changeIncognito({ clearDataOnExit: true, autoDeleteMessages: true });
  const { autoDelete, ...ofDevice } = inEffect(incognitoStore.get());
  expect([autoDelete, Object.values(ofDevice)]).toEqual([true, [false, false, false, false]]);
  changeIncognito({ isEnabled: true });
  expect(Object.values(inEffect(incognitoStore.get()))).toEqual([true, true, true, true, true]);
});

it.each([
  [1, 1],
  [1_440, 1_440],
  ['45', 45],
  [0, 30],
  [1_441, 30],
  [2.5, 30],
  ['', 30],
  [' ', 30],
  ['soon', 30],
  [Number.NaN, 30],
])('takes %s minutes as %i', (input, minutes) => expect(durationOf(input)).toBe(minutes));

it('follows another tab', () => {
  const newValue = JSON.stringify({ ...fresh, isEnabled: true });
  window.dispatchEvent(new StorageEvent('storage', { key: incognitoKey, newValue }));
  expect(incognitoStore.get().isEnabled).toBe(true);
});
