import type { Viewer } from '../../../platform/viewer.ts';

/** Author of a message the server writes on a member's behalf; must not be used for permission checks. */
export const chatActor = (accountId: string, profileId: string): Viewer => ({
  accountId,
  profileId,
  sessionId: '',
  role: 'user',
  permissions: [],
  ageVerified: true,
  isCreator: false,
});
