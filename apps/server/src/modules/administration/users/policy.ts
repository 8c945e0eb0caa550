import type { Role } from '@vlam/contract/identity';
import { AppError } from '../../../platform/errors.ts';
import type { Account } from '../../identity/service.ts';

const rank: Record<Role, number> = { user: 0, creator: 0, moderator: 1, admin: 2 };
export const isStaff = (role: Role): boolean => rank[role] > 0;

/** An admin is over everyone, a moderator over members. */
export const isOver = (role: Role, other: Role): boolean => role === 'admin' || rank[role] > rank[other];

const refuse = (message: string) => new AppError('FORBIDDEN', { message });

/**
 * Which staff may act on which accounts, judged by both as they are locked: never their own, none of a higher rank, and
 * an equal only as an admin. An admin who acts stays, so there is always one left. Throws `FORBIDDEN`.
 */
export function requireMayAct(actor: Account, target: Account): void {
  if (actor.id === target.id) throw refuse('You cannot do this to your own account');
  if (actor.suspendedAt || !isStaff(actor.role)) throw new AppError('FORBIDDEN');
  if (!isOver(actor.role, target.role)) throw refuse('This account has your rank or a higher one');
}

/** Throws `CONFLICT` for a role that the account cannot have, `FORBIDDEN` unless the actor is an admin. */
export function requireMayGive(actor: Account, target: Account, role: Role): void {
  if (actor.role !== 'admin') throw new AppError('FORBIDDEN');
  const problem =
    target.role === role
      ? 'They have this role already'
      : role === 'creator' && !target.isCreator
        ? 'They have no creator profile yet'
        : role === 'user' && target.isCreator
          ? 'They have a creator profile: choose the role creator'
          : isStaff(role) && (!target.ageVerifiedAt || target.suspendedAt)
            ? 'Staff must be verified adults who are not suspended'
            : null;
  if (problem) throw new AppError('CONFLICT', { message: problem });
}
