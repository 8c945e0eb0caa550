import { createHmac, createSecretKey } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { deriveKey, sameBytes } from '../../platform/keys.ts';

/** An address is valid for three to five minutes, and stays the same text for two. */
const minValiditySeconds = 180;
const windowSeconds = 120;

export interface LiveAddresses {
  /** Query of the addresses of a show's files, for one account. */
  sign(accountId: string, liveId: string): string;
  verify(accountId: string, liveId: string, query: Readonly<Record<string, unknown>>): boolean;
}

export function createLiveAddresses(masterKey: Buffer, clock: Clock): LiveAddresses {
  const key = createSecretKey(deriveKey(masterKey, 'live addresses'));
  const nowSeconds = () => clock.now().getTime() / 1000;
  const signature = (accountId: string, liveId: string, expires: number) =>
    createHmac('sha256', key).update(`${liveId}\n${expires}\n${accountId}`).digest().subarray(0, 16);
  return {
    sign(accountId, liveId) {
      const expires = Math.ceil((nowSeconds() + minValiditySeconds) / windowSeconds) * windowSeconds;
      return `?e=${expires}&s=${signature(accountId, liveId, expires).toString('base64url')}`;
    },
    verify(accountId, liveId, { e, s }) {
      if (typeof e !== 'string' || !/^\d{10}$/.test(e) || typeof s !== 'string' || s.length !== 22) return false;
      const expires = Number(e);
      const isTimely = expires > nowSeconds() && expires <= nowSeconds() + minValiditySeconds + windowSeconds;
      return isTimely && sameBytes(signature(accountId, liveId, expires), Buffer.from(s, 'base64url'));
    },
  };
}
