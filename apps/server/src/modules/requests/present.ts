import type { ContentRequestView } from '@vlam/contract/requests';
import { splitPrice } from '@vlam/contract/rules/split';
import type { Earned } from '@vlam/contract/schemas';
import type { Database } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { CreditsService } from '../credits/service.ts';
import type { MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { totalOf } from './policy.ts';
import type { RequestRow } from './store.ts';
import * as store from './store.ts';
import { toDelivery, toRequestView } from './view.ts';

interface PresentDependencies {
  database: Database;
  profiles: Pick<ProfilesService, 'cards'>;
  media: Pick<MediaService, 'listByIds' | 'addressesFor' | 'playAddressFor'>;
  credits: Pick<CreditsService, 'sharesOf' | 'creatorPercent'>;
}

/** The creator's share of each request: as posted where the money has moved, else by today's share. */
export async function readShares(
  credits: PresentDependencies['credits'],
  rows: readonly RequestRow[],
): Promise<(row: RequestRow) => Earned> {
  const isPaid = (row: RequestRow) => row.status === 'completed' || row.status === 'resolved';
  const sales = rows.filter(isPaid).map((row) => ({ ownerId: row.requester_account_id, reference: row.id }));
  const [percent, posted] = await Promise.all([credits.creatorPercent(), credits.sharesOf('request', sales)]);
  return (row) => {
    if (!isPaid(row)) return { credits: splitPrice(totalOf(row), percent).creator, held: 0 };
    const { creator = 0, held = 0 } = posted.get(row.id) ?? {};
    return { credits: creator, held };
  };
}

/** Requests as one of their two sides sees them; the requester's copy of the delivery carries their mark. */
export function createPresent({
  database,
  profiles,
  media,
  credits,
}: PresentDependencies): (viewer: Viewer, rows: readonly RequestRow[]) => Promise<ContentRequestView[]> {
  return async (viewer, rows) => {
    const [shareOf, cards, delivered] = await Promise.all([
      readShares(credits, rows),
      profiles.cards.list([...new Set(rows.flatMap((row) => [row.requester_id, row.creator_id]))]),
      store.listFiles(
        database.db,
        rows.flatMap((row) => (row.delivery_media_id ? [row.id] : [])),
      ),
    ]);
    const files = await media.listByIds(database.db, [...delivered.values()].flat());
    const cardOf = new Map(cards.map((card) => [card.id, card]));
    return rows.flatMap((row) => {
      const [requester, creator] = [cardOf.get(row.requester_id), cardOf.get(row.creator_id)];
      if (!requester || !creator) return [];
      // A fully refunded delivery is visible to the creator only.
      const isClosed = row.decision === 'returned' && row.requester_id === viewer.profileId;
      const shown = isClosed ? [] : (delivered.get(row.id) ?? []).flatMap((id) => files.get(id) ?? []);
      const marked = { premium: row.requester_id === viewer.profileId };
      const delivery = toDelivery(row, shown, (file) => ({
        ...media.addressesFor(viewer, file, marked),
        playUrl: media.playAddressFor(viewer, file),
      }));
      return toRequestView(row, {
        viewerId: viewer.profileId,
        requester,
        creator,
        delivery,
        earned: shareOf(row),
      });
    });
  };
}
