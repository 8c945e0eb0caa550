import type { Config } from '../../platform/config.ts';
import { newToken } from '../../platform/ids.ts';
import { blindIndex, deriveKey, sameBytes } from '../../platform/keys.ts';

export const deviceCookieName = (config: Pick<Config, 'secureCookies'>): string =>
  config.secureCookies ? '__Host-vlam-device' : 'vlam-device';
export const deviceCookieSeconds = 365 * 86_400;

export interface KnownDevices {
  /** A cookie value that says: this browser signed in with `email` before. It names nobody and grants nothing. */
  issue(email: string): string;
  /** The device's own budget subject, or null when the cookie is missing, forged or of another address. */
  recognise(cookie: string | undefined, email: string): string | null;
}

/** Device cookies as OWASP describes them: a stranger's failures slow strangers down, not the owner. */
export function createKnownDevices(masterKey: Buffer): KnownDevices {
  const key = deriveKey(masterKey, 'known devices');
  const sign = (nonce: string, email: string) => blindIndex(key, `${nonce} ${email}`);
  return {
    issue(email) {
      const nonce = newToken();
      return `${nonce}.${sign(nonce, email).toString('base64url')}`;
    },
    recognise(cookie, email) {
      const [nonce = '', signature = ''] = cookie?.split('.') ?? [];
      return nonce !== '' && sameBytes(Buffer.from(signature, 'base64url'), sign(nonce, email)) ? nonce : null;
    },
  };
}
