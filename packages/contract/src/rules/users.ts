/** Suspended; otherwise unverified without a proven age; otherwise active, or inactive after `inactiveAfterDays`. */
export const userStatuses = ['active', 'unverified', 'suspended', 'inactive'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** A member is inactive when no one has seen them for this many days. */
export const inactiveAfterDays = 30;
/** People a page of the list holds unless the caller says otherwise. */
export const defaultUserPageSize = 50;
/** Pages by number end here; `nextCursor` goes on. */
export const lastUserPage = 200;
