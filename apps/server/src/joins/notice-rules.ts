import type { DiscoveryService } from '../modules/discovery/service.ts';
import type { MessagingService } from '../modules/messaging/service.ts';
import type { Database } from '../platform/database.ts';
import type { Notice } from '../platform/notices.ts';
import { standsInBatch } from '../platform/staff-batches-store.ts';

/** Rules that drop notices before delivery: outdated ones, those of bulk actions that were undone, and gifts from a muted sender. */
export const createNoticeRules = ({
  database,
  messaging,
  discovery,
}: {
  database: Database;
  messaging: Pick<MessagingService, 'hasUnreadFrom' | 'hasMuted'>;
  discovery: Pick<DiscoveryService, 'hasFlamed'>;
}) => ({
  async isCurrent({ kind, actorId, to, batch }: Notice): Promise<boolean> {
    if (batch) return standsInBatch(database.db, batch);
    if (kind !== 'flame' && kind !== 'match' && kind !== 'message') return true;
    if (actorId === undefined || !('profileId' in to)) return false;
    if (kind === 'message') return messaging.hasUnreadFrom(to.profileId, actorId);
    return discovery.hasFlamed(actorId, to.profileId);
  },
  // Muting a chat also silences gifts and tips sent elsewhere; message notices respect the mute by themselves.
  isSilenced: async ({ kind, actorId, to }: Notice): Promise<boolean> =>
    (kind === 'tip' || kind === 'gift') &&
    actorId !== undefined &&
    'profileId' in to &&
    messaging.hasMuted(to.profileId, actorId),
});
