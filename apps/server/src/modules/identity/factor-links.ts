import type { KeyObject } from 'node:crypto';
import { firstFactorDays } from '@vlam/contract/identity-account';
import type { KeyRing } from '../../platform/key-ring.ts';
import { blindIndex } from '../../platform/keys.ts';
import type { AccountRow } from './store.ts';

const lifetimeMs = firstFactorDays * 86_400_000;

/** Until when the link in that mail can remove the factor; null when it cannot. */
export function mailboxUntil(
  account: Pick<AccountRow, 'second_factor_since' | 'holds_email' | 'email_changed_at'>,
  now: Date,
): Date | null {
  const { second_factor_since: since, holds_email: holdsEmail, email_changed_at: movedAt } = account;
  const isOpen = since && holdsEmail && !(movedAt && movedAt >= since);
  const end = isOpen ? since.getTime() + lifetimeMs : 0;
  return end > now.getTime() ? new Date(end) : null;
}

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

export function createFactorLinks(keys: KeyRing): FactorLinks {
  const signer = keys.signer('first second factor', 32);
  const hashOf =
    (endsAt: string, { id, email, second_factor_since: since }: Owner) =>
    (key: KeyObject) =>
      blindIndex(key, `${endsAt} ${id} ${since?.getTime()} ${email}`);
  return {
    tokenFor(owner, now) {
      const endsAt = String(now.getTime() + lifetimeMs);
      return `${endsAt}.${owner.id}.${signer.sign(hashOf(endsAt, owner))}`;
    },
    accountOf: (token) => token.split('.')[1] ?? '',
    isGood(token, owner, now) {
      const [endsAt = '', , signature = ''] = token.split('.');
      const isSigned = signer.verify(signature, hashOf(endsAt, owner));
      return isSigned && owner.second_factor_since !== null && Number(endsAt) > now.getTime();
    },
  };
}
