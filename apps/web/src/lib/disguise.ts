import { i18n } from '@lingui/core';
import { readLocal, writeCookie, writeLocal } from './device.ts';
import { type DisguiseId, disguiseIds, disguises, drawIcon } from './disguise-list.ts';
import { createStore } from './store.ts';

/** Where the specification keeps the settings; nothing of it leaves the device. */
export const disguiseKey = 'appDisguiseSettings';
/** Asks the server for a neutral page; it carries nothing else. */
export const coverCookie = 'cover';
export const panicShortcut = 'Ctrl+Shift+F';

/** A code as a salted, slow hash (`features/disguise/codes.ts`). */
export interface StoredCode {
  salt: string;
  hash: string;
}

/** What a page shows of a disguise. */
export interface DisguiseLook {
  id: DisguiseId;
  title: string;
  icon: string;
  colour: string;
}

/** Read by `build/early.js` before the first paint. */
export interface ActiveDisguise extends DisguiseLook {
  /** Address to return to. */
  path: string;
}

export interface DisguiseSettings {
  isEnabled: boolean;
  selectedDisguise: DisguiseId | null;
  customName: string;
  panicModeEnabled: boolean;
  autoActivateDisguise: boolean;
  panicByShortcut: boolean;
  panicByBack: boolean;
  panicOnLeave: boolean;
  panicEndsSession: boolean;
  duressEndsSession: boolean;
  duressNotifiesContact: boolean;
  code: StoredCode | null;
  duressCode: StoredCode | null;
  wrongCodes: number;
  /** Codes are refused until then; milliseconds since 1970. */
  waitUntil: number;
  /** The session is still to be ended, because there was no network. */
  endsSession: boolean;
  /** When the duress code was typed, in ISO 8601, until the safety contact is notified. */
  alarmOf: string | null;
  active: ActiveDisguise | null;
  /** How the app looks when it is launched; only with auto-activate. */
  atLaunch: DisguiseLook | null;
}

const defaults: DisguiseSettings = {
  isEnabled: false,
  selectedDisguise: null,
  customName: '',
  panicModeEnabled: false,
  autoActivateDisguise: false,
  panicByShortcut: true,
  panicByBack: true,
  panicOnLeave: false,
  panicEndsSession: false,
  duressEndsSession: false,
  duressNotifiesContact: false,
  code: null,
  duressCode: null,
  wrongCodes: 0,
  waitUntil: 0,
  endsSession: false,
  alarmOf: null,
  active: null,
  atLaunch: null,
};

const isDisguise = (id: unknown): id is DisguiseId => disguiseIds.some((each) => each === id);

/** Set for as long as the tab: a reload is no launch. */
const launchedFlag = 'launched';

/** Activates the disguise at launch, if the member chose so; returns whether it is active. */
export function activateAtLaunch(): boolean {
  const { autoActivateDisguise } = disguiseStore.get();
  let isLaunch = false;
  try {
    isLaunch = sessionStorage.getItem(launchedFlag) === null;
    sessionStorage.setItem(launchedFlag, '1');
  } catch {
    // Storage is blocked: nothing was chosen either.
  }
  if (autoActivateDisguise && isLaunch) activateDisguise();
  return isDisguiseActive();
}

/** Settings as stored; what cannot be read counts as never set. */
export function readSettings(stored: string | null): DisguiseSettings {
  try {
    const read: DisguiseSettings = { ...defaults, ...JSON.parse(stored ?? '{}') };
    return {
      ...read,
      selectedDisguise: isDisguise(read.selectedDisguise) ? read.selectedDisguise : null,
      active: read.isEnabled && isDisguise(read.active?.id) ? read.active : null,
    };
  } catch {
    return defaults;
  }
}

/** For `useStore`. Change it with `changeDisguise`. */
export const disguiseStore = createStore<DisguiseSettings>(readSettings(readLocal(disguiseKey)));

// Another tab: it becomes disguised, or real, with this one.
window.addEventListener('storage', (event) => {
  if (event.key === disguiseKey) disguiseStore.set(readSettings(event.newValue));
});

/** Turning the master switch off also turns panic mode off and shows the real app. */
export function changeDisguise(change: Partial<DisguiseSettings>): void {
  const next = { ...disguiseStore.get(), ...change };
  if (!next.isEnabled) Object.assign(next, { panicModeEnabled: false, active: null });
  next.atLaunch = next.autoActivateDisguise ? lookOf(next) : null;
  writeLocal(disguiseKey, JSON.stringify(next));
  writeCookie(coverCookie, next.active || next.atLaunch ? '1' : '0');
  disguiseStore.set(next);
}

/** Null when the disguise is off or none is chosen. */
function lookOf({ isEnabled, selectedDisguise: id, customName }: DisguiseSettings): DisguiseLook | null {
  if (!isEnabled || !id) return null;
  const { colour, name } = disguises[id];
  return { id, title: customName.trim() || i18n._(name), icon: drawIcon(id), colour };
}

export const isDisguiseActive = (): boolean => disguiseStore.get().active !== null;
export const canActivate = ({ isEnabled, selectedDisguise }: DisguiseSettings): boolean =>
  isEnabled && selectedDisguise !== null;
export const canPanic = (settings: DisguiseSettings): boolean => settings.panicModeEnabled && canActivate(settings);

/** Covers the app. False when the disguise is off or none is chosen. */
export function activateDisguise(extra: Partial<DisguiseSettings> = {}): boolean {
  const settings = disguiseStore.get();
  if (settings.active) return true;
  const look = lookOf(settings);
  if (!look) return false;
  changeDisguise({ ...extra, active: { ...look, path: location.pathname + location.search } });
  return true;
}

/** Uncovers the app; returns the address that it showed. */
export function deactivateDisguise(): string {
  const path = disguiseStore.get().active?.path ?? '/';
  changeDisguise({ active: null });
  return path;
}

/** Activates the disguise if panic mode is on and a disguise chosen, and ends what the member chose to end. */
export function panic(): boolean {
  const settings = disguiseStore.get();
  return canPanic(settings) && activateDisguise({ endsSession: settings.panicEndsSession });
}

/** Activates or deactivates; returns whether the disguise is active now. */
export function toggleDisguise(): boolean {
  if (!isDisguiseActive()) return activateDisguise();
  deactivateDisguise();
  return false;
}
