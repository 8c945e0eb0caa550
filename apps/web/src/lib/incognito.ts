import { autoDeleteDefault, autoDeleteRange } from '@vlam/contract/rules/messaging';
import type { PrivacyItem } from '@vlam/contract/rules/privacy-score';
import { readLocal, writeLocal } from './device.ts';
import { createStore } from './store.ts';

/** Where the specification keeps the settings. */
export const incognitoKey = 'incognitoSettings';

export interface IncognitoSettings {
  isEnabled: boolean;
  clearDataOnExit: boolean;
  disableScreenshots: boolean;
  stealthNotifications: boolean;
  autoDeleteMessages: boolean;
  /** Minutes. */
  autoDeleteDuration: number;
  /** Whether Ctrl+Shift+D and Ctrl+Shift+X do anything here. */
  shortcuts: boolean;
}

// Clearing loses drafts and deleting loses messages, so both are chosen; the other two cost nothing.
const defaults: IncognitoSettings = {
  isEnabled: false,
  clearDataOnExit: false,
  disableScreenshots: true,
  stealthNotifications: true,
  autoDeleteMessages: false,
  autoDeleteDuration: autoDeleteDefault,
  shortcuts: true,
};

/** Whole minutes from 1 to 1440; 30 for everything else. */
export function durationOf(input: unknown): number {
  const minutes = typeof input === 'string' && input.trim() === '' ? Number.NaN : Number(input);
  const { min, max } = autoDeleteRange;
  return Number.isInteger(minutes) && minutes >= min && minutes <= max ? minutes : autoDeleteDefault;
}

/** Settings as stored; what cannot be read counts as never set. */
export function readIncognito(stored: string | null): IncognitoSettings {
  try {
    const read: Partial<Record<keyof IncognitoSettings, unknown>> = JSON.parse(stored ?? '{}') ?? {};
    const flag = (name: keyof IncognitoSettings) =>
      typeof read[name] === 'boolean' ? read[name] : (defaults[name] as boolean);
    return {
      isEnabled: flag('isEnabled'),
      clearDataOnExit: flag('clearDataOnExit'),
      disableScreenshots: flag('disableScreenshots'),
      stealthNotifications: flag('stealthNotifications'),
      autoDeleteMessages: flag('autoDeleteMessages'),
      autoDeleteDuration: durationOf(read.autoDeleteDuration ?? ''),
      shortcuts: flag('shortcuts'),
    };
  } catch {
    return defaults;
  }
}

/** For `useStore`. Change it with `changeIncognito`. */
export const incognitoStore = createStore<IncognitoSettings>(readIncognito(readLocal(incognitoKey)));

window.addEventListener('storage', (event) => {
  if (event.key === incognitoKey) incognitoStore.set(readIncognito(event.newValue));
});

export function changeIncognito(change: Partial<IncognitoSettings>): void {
  const next = { ...incognitoStore.get(), ...change };
  next.autoDeleteDuration = durationOf(next.autoDeleteDuration);
  writeLocal(incognitoKey, JSON.stringify(next));
  incognitoStore.set(next);
}

/** What is in effect. The server deletes messages, so that does not depend on incognito here. */
export const inEffect = (settings: IncognitoSettings): Record<PrivacyItem, boolean> => ({
  incognito: settings.isEnabled,
  clearOnExit: settings.isEnabled && settings.clearDataOnExit,
  screenshots: settings.isEnabled && settings.disableScreenshots,
  stealth: settings.isEnabled && settings.stealthNotifications,
  autoDelete: settings.autoDeleteMessages,
});
