import { lockKey } from '../../lib/device-lock.ts';
import { disguiseKey } from '../../lib/disguise.ts';
import { incognitoKey } from '../../lib/incognito.ts';
import { countWaiting, offlineCreditsStore } from '../../lib/offline-credits.ts';
import { offlineCreditsKey } from '../../lib/offline-intents.ts';

/** The settings that clearing leaves: without them an emergency would uncover the app. */
export const keptKeys: readonly string[] = [disguiseKey, lockKey, incognitoKey];

/** Clears what this site keeps in the tab and on the device, but for the three settings keys and `alsoKept`. */
export function clearStorage(alsoKept: readonly string[] = []): void {
  try {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage))
      if (!keptKeys.includes(key) && !alsoKept.includes(key)) localStorage.removeItem(key);
    if (!alsoKept.includes(offlineCreditsKey)) offlineCreditsStore.set(null);
  } catch {
    // With storage blocked nothing was kept.
  }
}

/** Purchases that wait are the member's decision to pay, so they outlive a clearing until they are sent. */
export const clearButWaiting = (): void => clearStorage(countWaiting() > 0 ? [offlineCreditsKey] : []);
