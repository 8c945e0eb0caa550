import type { KeyObject } from 'node:crypto';
import type { KeyRing } from '../../platform/key-ring.ts';
import { blindIndex } from '../../platform/keys.ts';

const linkLivesMs = 7 * 86_400_000;

/** The token of a link: its expiry, and a keyed hash of that, the account and its address. */
export interface ConfirmLinks {
  tokenFor(account: { id: string; email: string }, now: Date): string;
  isGood(token: string, account: { id: string; email: string }, now: Date): boolean;
}

export function createConfirmLinks(keys: KeyRing): ConfirmLinks {
  const signer = keys.signer('email confirmation', 32);
  const hashOf = (endsAt: string, account: { id: string; email: string }) => (key: KeyObject) =>
    blindIndex(key, `${endsAt} ${account.id} ${account.email}`);
  return {
    tokenFor(account, now) {
      const endsAt = String(now.getTime() + linkLivesMs);
      return `${endsAt}.${signer.sign(hashOf(endsAt, account))}`;
    },
    isGood(token, account, now) {
      const [endsAt = '', signature = ''] = token.split('.');
      return Number(endsAt) > now.getTime() && signer.verify(signature, hashOf(endsAt, account));
    },
  };
}
