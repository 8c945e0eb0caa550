import type { Role } from '@vlam/contract/identity';
import type { Permission } from '@vlam/contract/operation';
import type { Config } from '../../platform/config.ts';

const granted: Record<Role, readonly Permission[]> = {
  user: [],
  creator: [],
  moderator: ['moderate_content', 'view_analytics', 'decide_disputes'],
  admin: ['all'],
};

export const permissionsOf = (role: Role): readonly Permission[] => granted[role];

export const rolesWith = (permission: Permission): Role[] =>
  (Object.keys(granted) as Role[]).filter((role) =>
    granted[role].some((held) => held === permission || held === 'all'),
  );

const isStaffRole = (role: string): boolean => role === 'admin' || role === 'moderator';

/** Whether the account may act as staff only with a second factor. */
export const needsSecondFactor = (account: { role: string }, config: Pick<Config, 'staffSecondFactor'>): boolean =>
  config.staffSecondFactor && isStaffRole(account.role);

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export interface SessionLimits {
  /** The session ends after this long without a request. */
  idleMs: number;
  /** The session ends this long after sign-in in any case. */
  absoluteMs: number;
}

const memberLimits: SessionLimits = { idleMs: 14 * dayMs, absoluteMs: 30 * dayMs };
const staffLimits: SessionLimits = { idleMs: 30 * minuteMs, absoluteMs: 12 * 60 * minuteMs };

/** Staff sessions are short, except in the demo world, so that a demo can be left open. */
export const sessionLimits = (account: { role: Role; isDemo: boolean }): SessionLimits =>
  isStaffRole(account.role) && !account.isDemo ? staffLimits : memberLimits;

/** Where to redirect after sign-in: `next` when it is a path of this site, otherwise the home page. */
export function localPath(next: string | undefined, publicUrl: string): string {
  if (!next?.startsWith('/') || next.startsWith('//')) return '/';
  // Browsers read a backslash as a slash and drop tabs and line breaks, so `/\evil` would leave the site.
  if (/[\\\p{Cc}]/u.test(next)) return '/';
  const target = URL.parse(next, publicUrl);
  if (!target || target.origin !== new URL(publicUrl).origin) return '/';
  // Resolving `/..//evil` leaves `//evil`.
  return target.pathname.startsWith('//') ? '/' : `${target.pathname}${target.search}${target.hash}`;
}
