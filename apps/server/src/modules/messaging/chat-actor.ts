import type { Viewer } from '../../platform/viewer.ts';

/** A member for whom something is written without a request of theirs: rights are not theirs to use here. */
export const chatActor = (accountId: string, profileId: string): Viewer => ({
  accountId,
  profileId,
  sessionId: '',
  role: 'user',
  permissions: [],
  ageVerified: true,
  isCreator: false,
});
