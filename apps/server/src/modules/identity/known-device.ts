import type { Config } from '../../platform/config.ts';
import { newToken } from '../../platform/ids.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import { blindIndex, sameBytes } from '../../platform/keys.ts';

export const deviceCookieName = (config: Pick<Config, 'secureCookies'>): string =>
  config.secureCookies ? '__Host-vlam-device' : 'vlam-device';
export const deviceCookieSeconds = 365 * 86_400;

export interface KnownDevices {
  /**
   * A cookie value that says: this browser signed in to this account before. It identifies no person and grants no
   * access. The browser keeps its number across accounts.
   */
  issue(accountId: string, cookie?: string): string;
  /** The device's own budget subject, or null when the cookie is missing, forged or of another account. */
  recognise(cookie: string | undefined, accountId: string): string | null;
}

/** The number of a browser, the last part of its cookie, for any account; null without a valid cookie. */
export function browserOf(cookie: string | undefined): string | null {
  const [, , browser = ''] = cookie?.split('.') ?? [];
  return /^[\w-]{43}$/.test(browser) ? browser : null;
}

/** Device cookies as described by OWASP: a stranger's failures slow strangers down, not the owner. */
export function createKnownDevices(keys: KeyRing): KnownDevices {
  const key = keys.lookup('known devices');
  const sign = (nonce: string, accountId: string) => blindIndex(key, `${nonce} ${accountId}`);
  return {
    issue(accountId, cookie) {
      const nonce = newToken();
      return `${nonce}.${sign(nonce, accountId).toString('base64url')}.${browserOf(cookie) ?? newToken()}`;
    },
    recognise(cookie, accountId) {
      const [nonce = '', signature = ''] = cookie?.split('.') ?? [];
      return nonce !== '' && sameBytes(Buffer.from(signature, 'base64url'), sign(nonce, accountId)) ? nonce : null;
    },
  };
}
