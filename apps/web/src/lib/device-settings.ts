import { readLocal, writeLocal } from './device.ts';

/**
 * What belongs to the device and not to the person: disguise and what was written in it, lock, dismissed banners. Theme
 * and language are cookies.
 */
export const deviceKeys = [
  'appDisguiseSettings',
  'biometricAuthSettings',
  'tools',
  'pwa-prompt-dismissed',
  'push-offer-answered',
];

/** Ends a session by `work` without losing the device's own settings: the server's answer clears all storage. */
export async function keepDeviceSettings<Result>(work: () => Promise<Result>): Promise<Result> {
  const kept = deviceKeys.map((key) => [key, readLocal(key)] as const);
  try {
    return await work();
  } finally {
    for (const [key, value] of kept) if (value !== null) writeLocal(key, value);
  }
}
