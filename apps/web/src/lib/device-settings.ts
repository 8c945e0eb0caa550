import { readLocal, writeLocal } from './device.ts';

/**
 * What belongs to the device and not to the person: disguise and what was written in it, lock, incognito, dismissed
 * banners and offers. Theme and language are cookies.
 */
export const deviceKeys = [
  'appDisguiseSettings',
  'biometricAuthSettings',
  'incognitoSettings',
  'tools',
  'pwa-prompt-dismissed',
  'push-offer-answered',
  'location-declined',
  'photos-offered',
];

function wipePersonal(): void {
  try {
    for (const key of Object.keys(localStorage)) if (!deviceKeys.includes(key)) localStorage.removeItem(key);
  } catch {
    // With storage blocked nothing was kept.
  }
}

/**
 * Ends a session by `work` without losing the device's own settings. Everything else goes, also where the browser does
 * not obey the server's Clear-Site-Data. After a failure nothing goes.
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
