import type { User } from './api.ts';

/** A member of the list of users, for tests. */
export const aUser: User = {
  id: '019921ce-3d98-71fd-a370-b46bed6833e3',
  email: 'ruan@mail.test',
  firstName: 'Ruan',
  lastName: 'Botha',
  role: 'user',
  isActive: true,
  isVerified: true,
  suspendedAt: null,
  lastLoginAt: null,
  createdAt: '2026-01-30T08:00:00Z',
  status: 'active',
  suspendedReason: null,
  identityChecked: false,
  lastSeenAt: null,
  profileId: null,
  displayName: null,
  city: null,
  portraitUrl: null,
  openReports: 0,
};
