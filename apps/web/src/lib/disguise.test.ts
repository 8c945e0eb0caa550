import { i18n } from '@lingui/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { readCookie } from './device.ts';
import {
  activateAtLaunch,
  activateDisguise,
  changeDisguise,
  deactivateDisguise,
  disguiseKey,
  disguiseStore,
  isDisguiseActive,
  panic,
  readSettings,
  toggleDisguise,
} from './disguise.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });
const fresh = readSettings(null);
beforeEach(() => {
  localStorage.clear();
  changeDisguise(fresh);
});

it('is off at first, with nothing chosen', () => {
  expect(fresh).toMatchObject({ isEnabled: false, selectedDisguise: null, customName: '', panicModeEnabled: false });
  expect([activateDisguise(), panic(), isDisguiseActive()]).toEqual([false, false, false]);
});

it('activates only when enabled and a disguise is chosen', () => {
  changeDisguise({ selectedDisguise: 'notes' });
  expect(activateDisguise()).toBe(false);
  changeDisguise({ isEnabled: true, selectedDisguise: null });
  expect(activateDisguise()).toBe(false);
  changeDisguise({ selectedDisguise: 'notes' });
  expect(activateDisguise()).toBe(true);
  expect(disguiseStore.get().active).toMatchObject({ id: 'notes', title: 'Notes' });
});

it('takes the custom name as its title', () => {
  changeDisguise({ isEnabled: true, selectedDisguise: 'calculator', customName: ' Sums ' });
  activateDisguise();
  expect(disguiseStore.get().active?.title).toBe('Sums');
});

it('panics only in panic mode, and notes that the session is to end only where the member chose so', () => {
  changeDisguise({ isEnabled: true, selectedDisguise: 'timer' });
  expect(panic()).toBe(false);
  changeDisguise({ panicModeEnabled: true });
  expect(panic()).toBe(true);
  expect(disguiseStore.get().endsSession).toBe(false);
  deactivateDisguise();
  changeDisguise({ panicEndsSession: true });
  panic();
  expect(disguiseStore.get().endsSession).toBe(true);
});

it('toggles, and returns to the address it covered', () => {
  history.replaceState(null, '', '/credits?tab=history');
  changeDisguise({ isEnabled: true, selectedDisguise: 'news' });
  expect(toggleDisguise()).toBe(true);
  expect(readCookie('cover')).toBe('1');
  expect(deactivateDisguise()).toBe('/credits?tab=history');
  expect(readCookie('cover')).toBe('0');
});

it('ends with the master switch, panic mode too', () => {
  changeDisguise({ isEnabled: true, selectedDisguise: 'news', panicModeEnabled: true });
  activateDisguise();
  changeDisguise({ isEnabled: false });
  expect(disguiseStore.get()).toMatchObject({ active: null, panicModeEnabled: false });
});

it('activates at launch only when both switches are on, and a reload is no launch', () => {
  changeDisguise({ isEnabled: true, selectedDisguise: 'weather' });
  sessionStorage.clear();
  expect(activateAtLaunch()).toBe(false);
  changeDisguise({ autoActivateDisguise: true });
  expect(disguiseStore.get().atLaunch?.title).toBe('Weather');
  expect(activateAtLaunch()).toBe(false);
  sessionStorage.clear();
  expect(activateAtLaunch()).toBe(true);
  changeDisguise({ isEnabled: false });
  sessionStorage.clear();
  expect(activateAtLaunch()).toBe(false);
  expect([disguiseStore.get().atLaunch, readCookie('cover')]).toEqual([null, '0']);
});

it('survives a reload, and reads nonsense as nothing', () => {
  changeDisguise({ isEnabled: true, selectedDisguise: 'music' });
  activateDisguise();
  expect(readSettings(localStorage.getItem(disguiseKey)).active?.id).toBe('music');
  expect(readSettings('{')).toEqual(fresh);
  expect(readSettings('{"isEnabled":true,"selectedDisguise":"bank","active":{"id":"bank"}}')).toMatchObject({
    selectedDisguise: null,
    active: null,
  });
});

it('follows another tab', () => {
  const changed = vi.fn();
  disguiseStore.subscribe(changed);
  const newValue = JSON.stringify({ ...fresh, isEnabled: true, active: { id: 'notes' } });
  dispatchEvent(new StorageEvent('storage', { key: disguiseKey, newValue }));
  expect(changed).toHaveBeenCalledOnce();
  expect(isDisguiseActive()).toBe(true);
});
