import type { muteOperations } from '@vlam/contract/messaging-mutes';
import type { ResponseOf } from '@vlam/contract/operation';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { DiscoveryService } from '../../discovery/service.ts';
import { requireProfileId } from '../../profiles/service.ts';
import { listMuted } from './mute-store.ts';

export interface Mutes {
  /** People the viewer muted. Those who left, and those they cannot see any more, are absent. */
  listMutes(viewer: Viewer): Promise<ResponseOf<typeof muteOperations.listMutes>>;
}

export function createMutes(deps: { database: Database; clock: Clock; cardsOf: DiscoveryService['cardsOf'] }): Mutes {
  return {
    async listMutes(viewer) {
      const rows = await listMuted(deps.database.db, requireProfileId(viewer));
      const cards = await deps.cardsOf(
        viewer,
        rows.map(({ id }) => id),
      );
      return rows.flatMap(({ id, at }) => {
        const card = cards.get(id);
        if (!card) return [];
        const { displayName, avatarUrl } = card;
        return [{ id, displayName, avatarUrl, mutedAt: at?.toISOString() ?? null }];
      });
    },
  };
}
