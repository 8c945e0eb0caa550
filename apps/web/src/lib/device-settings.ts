import { readLocal, writeLocal } from './device.ts';

/**
 * What belongs to the device and not to the person: disguise and what was written in it, lock, incognito,
 * dismissed banners. Theme
 * and language are cookies.
 */
export const deviceKeys = [
  'appDisguiseSettings',
  'biometricAuthSettings',
  'incognitoSettings',
  'tools',
  'pwa-prompt-dismissed',
  'push-offer-answered',
];

// Named here: the first load would otherwise carry the whole queue (`offline-intents.ts`) and the meter (`data-use.ts`).
const ofPerson = ['offlineCredits', 'dataUse', 'dataLimit'];

function wipePersonal(): void {
  try {
    for (const key of ofPerson) localStorage.removeItem(key);
  } catch {
    // With storage blocked nothing was kept.
  }
}

/**
 * Ends a session by `work` without losing the device's own settings: the server's answer clears all storage, where the
 * browser obeys it.
 */
export async function keepDeviceSettings<Result>(work: () => Promise<Result>): Promise<Result> {
  const kept = deviceKeys.map((key) => [key, readLocal(key)] as const);
  try {
    const result = await work();
    wipePersonal();
    return result;
  } finally {
    for (const [key, value] of kept) if (value !== null) writeLocal(key, value);
  }
}
