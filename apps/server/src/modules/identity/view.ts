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
