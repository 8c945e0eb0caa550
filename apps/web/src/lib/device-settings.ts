import { deviceKeys } from '@vlam/contract/rules/device-keys';
import { readLocal, writeLocal } from './device.ts';

function wipePersonal(): void {
  try {
    sessionStorage.clear();
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
