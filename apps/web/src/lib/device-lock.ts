import { readLocal, writeLocal } from './device.ts';
import { createStore } from './store.ts';

export const lockKey = 'biometricAuthSettings';
export const defaultTimeoutMinutes = 15;
export const maxTimeoutMinutes = 1_440;
/** How often the timeout is checked, in milliseconds. */
export const lockCheckMs = 60_000;

export interface LockSettings {
  isEnabled: boolean;
  /** Minutes that an authentication lasts. */
  authTimeout: number;
  /** Milliseconds since 1970; null when not authenticated. */
  lastAuthTime: number | null;
}
export type LockState = 'unsupported' | 'disabled' | 'enabled' | 'authenticated';

/** Whole minutes from 1 to 1440; 15 for everything else. */
export function timeoutOf(input: unknown): number {
  const minutes = typeof input === 'string' && input.trim() === '' ? Number.NaN : Number(input);
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= maxTimeoutMinutes ? minutes : defaultTimeoutMinutes;
}

export function readLock(stored: string | null): LockSettings {
  try {
    const { isEnabled, authTimeout, lastAuthTime } = JSON.parse(stored ?? '{}');
    return {
      isEnabled: isEnabled === true,
      authTimeout: timeoutOf(authTimeout),
      lastAuthTime: typeof lastAuthTime === 'number' ? lastAuthTime : null,
    };
  } catch {
    return { isEnabled: false, authTimeout: defaultTimeoutMinutes, lastAuthTime: null };
  }
}

/** For `useStore`. Change it with `changeLock`. */
export const lockStore = createStore<LockSettings>(readLock(readLocal(lockKey)));

window.addEventListener('storage', (event) => {
  if (event.key === lockKey) lockStore.set(readLock(event.newValue));
});

/** Disabling clears the authentication. */
export function changeLock(change: Partial<LockSettings>): void {
  const next = { ...lockStore.get(), ...change };
  if (!next.isEnabled) next.lastAuthTime = null;
  writeLocal(lockKey, JSON.stringify(next));
  lockStore.set(next);
}

/** A clock that was set back ends the authentication too. */
export function isAuthenticated({ isEnabled, authTimeout, lastAuthTime }: LockSettings, now: number): boolean {
  return isEnabled && lastAuthTime !== null && lastAuthTime <= now && now - lastAuthTime < authTimeout * 60_000;
}

export function lockState(settings: LockSettings, isSupported: boolean, now: number): LockState {
  if (!isSupported) return 'unsupported';
  if (!settings.isEnabled) return 'disabled';
  return isAuthenticated(settings, now) ? 'authenticated' : 'enabled';
}

/** Whether the device can verify its person; false for every failure. */
export async function isLockSupported(): Promise<boolean> {
  try {
    return (await window.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable()) === true;
  } catch {
    return false;
  }
}
