import { beforeEach, expect, it } from 'vitest';
import { changeLock, isAuthenticated, lockKey, lockState, lockStore, readLock, timeoutOf } from './device-lock.ts';

const minute = 60_000;
beforeEach(() => {
  localStorage.clear();
  changeLock(readLock(null));
});

it.each([
  ['1', 1],
  ['1440', 1440],
  [30, 30],
  ['0', 15],
  ['1441', 15],
  ['', 15],
  [' ', 15],
  ['2.5', 15],
  ['ten', 15],
  [null, 15],
  [undefined, 15],
])('reads the timeout %j as %i minutes', (input, minutes) => {
  expect(timeoutOf(input)).toBe(minutes);
});

it('lapses after the timeout, and when the clock was set back', () => {
  const settings = { isEnabled: true, authTimeout: 2, lastAuthTime: 10 * minute };
  expect(isAuthenticated(settings, 12 * minute - 1)).toBe(true);
  expect(isAuthenticated(settings, 12 * minute)).toBe(false);
  expect(isAuthenticated(settings, 9 * minute)).toBe(false);
  expect(isAuthenticated({ ...settings, isEnabled: false }, 11 * minute)).toBe(false);
});

it('has four states', () => {
  const settings = { isEnabled: true, authTimeout: 15, lastAuthTime: null };
  expect(lockState(settings, false, 0)).toBe('unsupported');
  expect(lockState({ ...settings, isEnabled: false }, true, 0)).toBe('disabled');
  expect(lockState(settings, true, 0)).toBe('enabled');
  expect(lockState({ ...settings, lastAuthTime: 5 }, true, 6)).toBe('authenticated');
});

it('clears the authentication when it is disabled', () => {
  changeLock({ isEnabled: true, lastAuthTime: 5 });
  changeLock({ isEnabled: false });
  expect(lockStore.get().lastAuthTime).toBeNull();
  expect(readLock(localStorage.getItem(lockKey))).toEqual(lockStore.get());
  expect(readLock('[')).toEqual({ isEnabled: false, authTimeout: 15, lastAuthTime: null });
});
