import type { contentRulesOperations, ListedContent } from '@vlam/contract/content-rules';
import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { listListed } from './listed-store.ts';
import type { ItemRow } from './store.ts';

type Operation = (typeof contentRulesOperations)['listAllContent'];

export interface ListedItems {
  /** Items that were published or wait to be, as staff list them; items of erased creators are left out. */
  listAll(viewer: Viewer, query: QueryOf<Operation>): Promise<ResponseOf<Operation>>;
}

const pageSize = 30;
const position = z.tuple([z.iso.datetime(), z.uuid()]);

const toListedContent = (item: ItemRow, displayName: string, viewer: Viewer): ListedContent => ({
  id: item.id,
  title: item.title,
  state: item.state as ListedContent['state'],
  mediaType: item.media_type as ListedContent['mediaType'],
  classification: item.classification as ListedContent['classification'],
  warningLabels: item.warning_labels as ListedContent['warningLabels'],
  isPremium: item.is_premium,
  profile: { id: item.profile_id, displayName },
  createdAt: item.created_at.toISOString(),
  isOwn: item.profile_id === viewer.profileId,
});

export function createListedItems(deps: { database: Database; profiles: Pick<ProfilesService, 'cards'> }): ListedItems {
  return {
    async listAll(viewer, { cursor, limit = pageSize, ...filter }) {
      const { db } = deps.database;
      const rows = await listListed(db, { filter, after: decodeCursor(position, cursor), limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const cards = await deps.profiles.cards.list([...new Set(shown.map((item) => item.profile_id))]);
      const nameOf = new Map(cards.map((card) => [card.id, card.displayName]));
      return {
        items: shown.flatMap((item) => {
          const name = nameOf.get(item.profile_id);
          return name === undefined ? [] : toListedContent(item, name, viewer);
        }),
        nextCursor: rows.length > limit && last ? encodeCursor([last.position, last.id]) : null,
      };
    },
  };
}
