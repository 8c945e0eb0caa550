import type { CurrentUser, Role } from '@vlam/contract/identity';
import type { Config } from '../../platform/config.ts';
import { needsSecondFactor, permissionsOf } from './policy.ts';
import type { AccountRow } from './store.ts';

/** What of an account the shell shows. */
export type MemberAccountRow = Pick<
  AccountRow,
  | 'id'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'role'
  | 'age_verified_at'
  | 'email_verified_at'
  | 'profile_id'
  | 'second_factor_since'
>;

type FromAccount =
  | 'id'
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'role'
  | 'permissions'
  | 'requiresAgeVerification'
  | 'requiresSecondFactor'
  | 'emailVerified'
  | 'profileId';

/** The part of the current user that the account knows. */
export function toMemberAccount(
  account: MemberAccountRow,
  config: Pick<Config, 'staffSecondFactor'>,
): Pick<CurrentUser, FromAccount> {
  const role = account.role as Role;
  const requiresSecondFactor = account.second_factor_since === null && needsSecondFactor(account, config);
  return {
    id: account.id,
    email: account.email,
    firstName: account.first_name,
    lastName: account.last_name,
    role,
    permissions: requiresSecondFactor ? [] : [...permissionsOf(role)],
    requiresSecondFactor,
    requiresAgeVerification: account.age_verified_at === null,
    emailVerified: account.email_verified_at !== null,
    profileId: account.profile_id,
  };
}

const browsers: readonly [RegExp, string][] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

/** A browser's name for the list of sessions, such as "Chrome on Android"; the full header is not stored. */
export function describeDevice(userAgent: string | undefined): string {
  const nameIn = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** An account as other modules may see it; the password stays in this module. */
export interface Account {
  id: string;
  email: string;
  /** False for a second account under an address: it works, but gets no mail. */
  holdsEmail: boolean;
  firstName: string;
  lastName: string;
  role: Role;
  language: string;
  ageVerifiedAt: Date | null;
  suspendedAt: Date | null;
  suspendedReason: string | null;
  /** When the member asked for the account to be deleted; it is hidden, and no one is signed in to it. */
  leavingAt: Date | null;
  lastLoginAt: Date | null;
  /** When its address or password last changed. */
  signInChangedAt: Date | null;
  createdAt: Date;
  profileId: string | null;
  isCreator: boolean;
  isDemo: boolean;
}

const latest = (one: Date | null, other: Date | null): Date | null =>
  one && other && one > other ? one : (other ?? one);

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  holdsEmail: row.holds_email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role as Role,
  language: row.language,
  ageVerifiedAt: row.age_verified_at,
  suspendedAt: row.suspended_at,
  suspendedReason: row.suspended_reason,
  leavingAt: row.leaving_at,
  lastLoginAt: row.last_login_at,
  signInChangedAt: latest(row.password_changed_at, row.email_changed_at),
  createdAt: row.created_at,
  profileId: row.profile_id,
  isCreator: row.is_creator,
  isDemo: row.is_demo,
});
