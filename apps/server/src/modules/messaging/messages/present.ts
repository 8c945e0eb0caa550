import type { MessageView } from '@vlam/contract/messaging';
import type { Database } from '../../../platform/database.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CreditsService } from '../../credits/service.ts';
import { listByPlaces } from '../threads/list-store.ts';
import type { MessageMediaPort, MessageRow, Side } from '../types.ts';
import { isOpenTo, toMessageView } from './view.ts';

/** How one of the two looks at a thread. */
export type Sight = Pick<Side, 'profileId' | 'otherId' | 'box' | 'readSeq' | 'clearedSeq'> & {
  ticks: { delivered: bigint; read: bigint };
};

/** The other's ticks show only once they have accepted the thread. */
export const sightOf = (side: Side): Sight => ({
  ...side,
  ticks:
    side.otherBox === 'inbox'
      ? { delivered: side.otherDeliveredSeq, read: side.otherReadSeq }
      : { delivered: 0n, read: 0n },
});

export interface Presenter {
  /** Messages as this viewer may see them, in order; each with the sight of its thread. */
  present(viewer: Viewer, items: readonly { row: MessageRow; sight: Sight }[]): Promise<MessageView[]>;
}

const placeOf = (conversationId: string, seq: bigint) => `${conversationId} ${seq}`;

/** The sale whose creator looks at it: what they were given, or their own media that were opened. */
const soldBy = ({ row, sight }: { row: MessageRow; sight: Sight }): string[] => {
  const isIncoming = row.sender_id !== sight.profileId;
  return row.sale_id && isIncoming === (row.media_id === null) ? [row.sale_id] : [];
};

export function createPresenter(deps: {
  database: Database;
  media: Pick<MessageMediaPort, 'present'>;
  credits: Pick<CreditsService, 'earnedBy'>;
}): Presenter {
  const { db } = deps.database;
  return {
    async present(viewer, items) {
      const answered = items.flatMap(({ row, sight }) =>
        row.reply_to_seq !== null && row.reply_to_seq > sight.clearedSeq
          ? [{ conversationId: row.conversation_id, seq: row.reply_to_seq }]
          : [],
      );
      const withMedia = items
        .filter(({ row }) => row.media_id !== null)
        .map(({ row, sight }) => ({
          message: row,
          // A stranger's pictures stay veiled until the stranger is accepted.
          isOpen: isOpenTo(row, sight.profileId) && (row.sender_id === sight.profileId || sight.box === 'inbox'),
        }));
      const [repliedRows, media, earned] = await Promise.all([
        listByPlaces(db, answered),
        withMedia.length > 0 ? deps.media.present(viewer, withMedia) : null,
        viewer.profileId ? deps.credits.earnedBy(viewer.profileId, items.flatMap(soldBy)) : null,
      ]);
      const repliedAt = new Map(repliedRows.map((row) => [placeOf(row.conversation_id, row.seq), row]));
      return items.map(({ row, sight }) =>
        toMessageView(row, {
          viewerId: sight.profileId,
          otherId: sight.otherId,
          ticks: { ...sight.ticks, own: sight.readSeq },
          replied:
            row.reply_to_seq === null ? undefined : repliedAt.get(placeOf(row.conversation_id, row.reply_to_seq)),
          media: media?.get(row.id),
          earned: earned?.get(row.sale_id ?? ''),
        }),
      );
    },
  };
}
