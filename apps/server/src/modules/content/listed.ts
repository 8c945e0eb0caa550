import type { contentRulesOperations, ListedContent } from '@vlam/contract/content-rules';
import type { QueryOf, ResponseOf } from '@vlam/contract/operation';
import { maxExportRows } from '@vlam/contract/rules/staff-lists';
import * as z from 'zod/mini';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import { type CsvColumns, writeCsv } from '../../platform/send-csv.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { listListed, listListedByIds, listListedIds } from './listed-store.ts';
import type { ItemRow } from './store.ts';

type Operation = (typeof contentRulesOperations)['listAllContent'];

export interface ListedItems {
  /** Items that were published or wait to be, as staff list them; items of erased creators are left out. */
  listAll(viewer: Viewer, query: QueryOf<Operation>): Promise<ResponseOf<Operation>>;
  /** Rows of a CSV file of what a filter finds, or of chosen items; records the export in the audit log first. */
  exportListed(
    viewer: Viewer,
    query: QueryOf<(typeof contentRulesOperations)['exportContent']>,
  ): Promise<AsyncIterable<string>>;
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

/** A title may name a person, and stands for the item; nothing else that a creator wrote is in the file. */
const columns: CsvColumns<ListedContent> = [
  ['id', ({ id }) => id],
  ['title', ({ title }) => title],
  ['state', ({ state }) => state],
  ['mediaType', ({ mediaType }) => mediaType],
  ['classification', ({ classification }) => classification],
  ['warningLabels', ({ warningLabels }) => warningLabels.join(' ')],
  ['isPremium', ({ isPremium }) => (isPremium ? 'yes' : 'no')],
  ['creatorId', ({ profile }) => profile.id],
  ['creatorName', ({ profile }) => profile.displayName],
  ['createdAt', ({ createdAt }) => createdAt],
];

export function createListedItems(deps: {
  database: Database;
  profiles: Pick<ProfilesService, 'cards'>;
  compliance: Pick<ComplianceService, 'recordAction'>;
}): ListedItems {
  const { db } = deps.database;

  async function toViews(viewer: Viewer, rows: readonly ItemRow[]): Promise<ListedContent[]> {
    const cards = await deps.profiles.cards.list([...new Set(rows.map((item) => item.profile_id))]);
    const nameOf = new Map(cards.map((card) => [card.id, card.displayName]));
    return rows.flatMap((item) => {
      const name = nameOf.get(item.profile_id);
      return name === undefined ? [] : toListedContent(item, name, viewer);
    });
  }

  return {
    async listAll(viewer, { cursor, limit = pageSize, ...filter }) {
      const rows = await listListed(db, { filter, after: decodeCursor(position, cursor), limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await toViews(viewer, shown),
        nextCursor: rows.length > limit && last ? encodeCursor([last.position, last.id]) : null,
      };
    },
    async exportListed(viewer, { ids, ...filter }) {
      const { state, classification, profile } = filter;
      const found = ids?.split(',') ?? (await listListedIds(db, filter, maxExportRows));
      await db.transaction().execute((tx) =>
        deps.compliance.recordAction(tx, {
          actorId: viewer.accountId,
          action: 'content.exported',
          targetType: 'content',
          targetId: profile ?? '',
          // What was searched for may be a name, which the log must not keep.
          details: {
            ...{ state: state ?? null, classification: classification ?? null, searched: Boolean(filter.q) },
            ...{ rows: found.length, chosen: ids !== undefined },
          },
        }),
      );
      return writeCsv(columns, found, async (piece) => toViews(viewer, await listListedByIds(db, piece)));
    },
  };
}
