import type { DiscoveryService } from '../modules/discovery/service.ts';
import type { MessagingService } from '../modules/messaging/service.ts';
import type { Notice } from '../platform/notices.ts';

/** Which notices are dropped before they are delivered: outdated ones, and gifts from a muted sender. */
export const createNoticeRules = ({
  messaging,
  discovery,
}: {
  messaging: Pick<MessagingService, 'isAwaited' | 'hasMuted'>;
  discovery: Pick<DiscoveryService, 'hasFlamed'>;
}) => ({
  async stillStands({ kind, actorId, to }: Notice): Promise<boolean> {
    if (kind !== 'flame' && kind !== 'match' && kind !== 'message') return true;
    if (actorId === undefined || !('profileId' in to)) return false;
    if (kind === 'message') return messaging.isAwaited(to.profileId, actorId);
    return discovery.hasFlamed(actorId, to.profileId);
  },
  // The chat's mute covers gifts and tips sent elsewhere; a message notice exists only when the chat sent it.
  isSilenced: async ({ kind, actorId, to }: Notice): Promise<boolean> =>
    (kind === 'tip' || kind === 'gift') &&
    actorId !== undefined &&
    'profileId' in to &&
    messaging.hasMuted(to.profileId, actorId),
});
