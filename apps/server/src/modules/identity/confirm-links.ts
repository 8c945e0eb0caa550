import { blindIndex, deriveKey, sameBytes } from '../../platform/keys.ts';

const linkLivesMs = 7 * 86_400_000;

/** The token of a link: its expiry, and a keyed hash of that, the account and its address. */
export interface ConfirmLinks {
  tokenFor(account: { id: string; email: string }, now: Date): string;
  isGood(token: string, account: { id: string; email: string }, now: Date): boolean;
}

export function createConfirmLinks(masterKey: Buffer): ConfirmLinks {
  const key = deriveKey(masterKey, 'email confirmation');
  const sign = (endsAt: string, account: { id: string; email: string }) =>
    blindIndex(key, `${endsAt} ${account.id} ${account.email}`);
  return {
    tokenFor(account, now) {
      const endsAt = String(now.getTime() + linkLivesMs);
      return `${endsAt}.${sign(endsAt, account).toString('base64url')}`;
    },
    isGood(token, account, now) {
      const [endsAt = '', signature = ''] = token.split('.');
      return Number(endsAt) > now.getTime() && sameBytes(Buffer.from(signature, 'base64url'), sign(endsAt, account));
    },
  };
}
