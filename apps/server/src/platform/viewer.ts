import type { Role } from '@vlam/contract/identity';
import type { Permission } from '@vlam/contract/operation';

/** Who is calling, read from the database on every request. */
export interface Viewer {
  accountId: string;
  sessionId: string;
  role: Role;
  permissions: readonly Permission[];
  ageVerified: boolean;
  /** Null until the account has completed its profile. */
  profileId: string | null;
  isCreator: boolean;
}

export const hasPermission = (viewer: Viewer, permission: Permission): boolean =>
  viewer.permissions.includes('all') || viewer.permissions.includes(permission);
