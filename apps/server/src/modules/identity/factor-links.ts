import { firstFactorDays } from '@vlam/contract/identity-account';
import { blindIndex, deriveKey, sameBytes } from '../../platform/keys.ts';
import type { AccountRow } from './store.ts';

type Owner = Pick<AccountRow, 'id' | 'email' | 'second_factor_since'>;

/**
 * The link in the mail about an account's first second factor. Its token is its expiry, the account, and a keyed hash of
 * both, the address and the time since which the account has had a factor: once the account has none it is dead.
 */
export interface FactorLinks {
  tokenFor(owner: Owner, now: Date): string;
  accountOf(token: string): string;
  isGood(token: string, owner: Owner, now: Date): boolean;
}

export function createFactorLinks(masterKey: Buffer): FactorLinks {
  const key = deriveKey(masterKey, 'first second factor');
  const sign = (endsAt: string, { id, email, second_factor_since: since }: Owner) =>
    blindIndex(key, `${endsAt} ${id} ${since?.getTime()} ${email}`);
  return {
    tokenFor(owner, now) {
      const endsAt = String(now.getTime() + firstFactorDays * 86_400_000);
      return `${endsAt}.${owner.id}.${sign(endsAt, owner).toString('base64url')}`;
    },
    accountOf: (token) => token.split('.')[1] ?? '',
    isGood(token, owner, now) {
      const [endsAt = '', , signature = ''] = token.split('.');
      const isSigned = sameBytes(Buffer.from(signature, 'base64url'), sign(endsAt, owner));
      return isSigned && owner.second_factor_since !== null && Number(endsAt) > now.getTime();
    },
  };
}
