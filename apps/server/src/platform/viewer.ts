import type { Role } from '@vlam/contract/identity';
import type { Permission } from '@vlam/contract/operation';

/** The caller, as the database knows them for this request. Shared by requests of a session: read only. */
export interface Viewer {
  readonly accountId: string;
  readonly sessionId: string;
  readonly role: Role;
  readonly permissions: readonly Permission[];
  readonly ageVerified: boolean;
  /** Null until the account has completed its profile. */
  readonly profileId: string | null;
  readonly isCreator: boolean;
  /** Staff without the second factor they need: `permissions` is empty, and only their own account is open. */
  readonly lacksSecondFactor?: true;
}

export const hasPermission = (viewer: Viewer, permission: Permission): boolean =>
  viewer.permissions.includes('all') || viewer.permissions.includes(permission);
