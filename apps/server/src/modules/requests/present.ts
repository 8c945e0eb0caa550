import type { ContentRequestView } from '@vlam/contract/requests';
import type { Database } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import type { RequestRow } from './store.ts';
import { toDelivery, toRequestView } from './view.ts';

interface PresentDependencies {
  database: Database;
  profiles: Pick<ProfilesService, 'cards'>;
  media: Pick<MediaService, 'listByIds' | 'addressesFor' | 'clipAddressFor'>;
}

/** Requests as one of their two sides sees them; the requester's copy of what was delivered carries their mark. */
export function createPresent({
  database,
  profiles,
  media,
}: PresentDependencies): (viewer: Viewer, rows: readonly RequestRow[]) => Promise<ContentRequestView[]> {
  return async (viewer, rows) => {
    const [cards, files] = await Promise.all([
      profiles.cards.list([...new Set(rows.flatMap((row) => [row.requester_id, row.creator_id]))]),
      media.listByIds(
        database.db,
        rows.flatMap((row) => row.delivery_media_id ?? []),
      ),
    ]);
    const cardOf = new Map(cards.map((card) => [card.id, card]));
    return rows.flatMap((row) => {
      const [requester, creator] = [cardOf.get(row.requester_id), cardOf.get(row.creator_id)];
      if (!requester || !creator) return [];
      // What was given back in full is the creator's alone again.
      const isClosed = row.decision === 'returned' && row.requester_id === viewer.profileId;
      const file = isClosed ? undefined : files.get(row.delivery_media_id ?? '');
      const marked = { premium: row.requester_id === viewer.profileId };
      const delivery = file
        ? toDelivery(row, file, {
            ...media.addressesFor(viewer, file, marked),
            clipUrl: media.clipAddressFor(viewer, file),
          })
        : null;
      return toRequestView(row, { viewerId: viewer.profileId, requester, creator, delivery });
    });
  };
}
