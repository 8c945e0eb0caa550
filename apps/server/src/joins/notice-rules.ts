import type { DiscoveryService } from '../modules/discovery/service.ts';
import type { MessagingService } from '../modules/messaging/service.ts';
import type { Database } from '../platform/database.ts';
import type { Notice } from '../platform/notices.ts';
import { isInBatch } from '../platform/staff-batches-store.ts';

/** Rules that drop notices before delivery: outdated ones, and those of bulk actions that were undone. */
export const createNoticeRules = ({
  database,
  messaging,
  discovery,
}: {
  database: Database;
  messaging: Pick<MessagingService, 'hasUnreadFrom'>;
  discovery: Pick<DiscoveryService, 'hasFlamed'>;
}) => ({
  async isCurrent({ kind, actorId, to, batch }: Notice): Promise<boolean> {
    if (batch) return isInBatch(database.db, batch);
    if (kind !== 'flame' && kind !== 'match' && kind !== 'message') return true;
    if (actorId === undefined || !('profileId' in to)) return false;
    if (kind === 'message') return messaging.hasUnreadFrom(to.profileId, actorId);
    return discovery.hasFlamed(actorId, to.profileId);
  },
});
