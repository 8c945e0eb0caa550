import { createHmac, type KeyObject } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { KeyRing } from '../../platform/key-ring.ts';

/** An address is valid for three to five minutes, and stays the same text for two. */
const minValiditySeconds = 180;
const windowSeconds = 120;

export interface LiveAddresses {
  /** Query of the addresses of a show's files, for one account. */
  sign(accountId: string, liveId: string): string;
  verify(accountId: string, liveId: string, query: Readonly<Record<string, unknown>>): boolean;
}

export function createLiveAddresses(keys: KeyRing, clock: Clock): LiveAddresses {
  const signer = keys.signer('live addresses', 16);
  const nowSeconds = () => clock.now().getTime() / 1000;
  const hashOf = (accountId: string, liveId: string, expires: number) => (key: KeyObject) =>
    createHmac('sha256', key).update(`${liveId}\n${expires}\n${accountId}`).digest().subarray(0, 16);
  return {
    sign(accountId, liveId) {
      const expires = Math.ceil((nowSeconds() + minValiditySeconds) / windowSeconds) * windowSeconds;
      return `?e=${expires}&s=${signer.sign(hashOf(accountId, liveId, expires))}`;
    },
    verify(accountId, liveId, { e, s }) {
      if (typeof e !== 'string' || !/^\d{10}$/.test(e) || typeof s !== 'string') return false;
      const expires = Number(e);
      const isTimely = expires > nowSeconds() && expires <= nowSeconds() + minValiditySeconds + windowSeconds;
      return isTimely && signer.verify(s, hashOf(accountId, liveId, expires));
    },
  };
}
