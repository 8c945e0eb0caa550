import type { MessageView } from '@vlam/contract/messaging';
import type { Database } from '../../../platform/database.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CreditsService } from '../../credits/service.ts';
import { listByPlaces } from '../threads/list-store.ts';
import type { MessageMediaPort, MessageRow, Side } from '../types.ts';
import { isOpenTo, toMessageView } from './view.ts';

/** A thread as one member sees it. */
export type Perspective = Pick<Side, 'profileId' | 'otherId' | 'box' | 'readSeq' | 'clearedSeq'> & {
  ticks: { delivered: bigint; read: bigint };
};

/** Ticks of the other member show only once they have accepted the thread. */
export const perspectiveOf = (side: Side): Perspective => ({
  ...side,
  ticks:
    side.otherBox === 'inbox'
      ? { delivered: side.otherDeliveredSeq, read: side.otherReadSeq }
      : { delivered: 0n, read: 0n },
});

export interface Presenter {
  /** Messages as this viewer may see them, in order. */
  present(viewer: Viewer, items: readonly { row: MessageRow; perspective: Perspective }[]): Promise<MessageView[]>;
}

const placeOf = (conversationId: string, seq: bigint) => `${conversationId} ${seq}`;

/** The sale viewed by its creator: what they were given, or their own media that were opened. */
const soldBy = ({ row, perspective }: { row: MessageRow; perspective: Perspective }): string[] => {
  const isIncoming = row.sender_id !== perspective.profileId;
  return row.sale_id && isIncoming === (row.media_id === null) ? [row.sale_id] : [];
};

export function createPresenter(deps: {
  database: Database;
  media: Pick<MessageMediaPort, 'present'>;
  credits: Pick<CreditsService, 'findVisibleEarnings'>;
}): Presenter {
  const { db } = deps.database;
  return {
    async present(viewer, items) {
      const answered = items.flatMap(({ row, perspective }) =>
        row.reply_to_seq !== null && row.reply_to_seq > perspective.clearedSeq
          ? [{ conversationId: row.conversation_id, seq: row.reply_to_seq }]
          : [],
      );
      const withMedia = items
        .filter(({ row }) => row.media_id !== null)
        .map(({ row, perspective }) => ({
          message: row,
          // Pictures in a message request stay veiled until it is accepted.
          isOpen:
            isOpenTo(row, perspective.profileId) &&
            (row.sender_id === perspective.profileId || perspective.box === 'inbox'),
        }));
      const [repliedRows, media, earned] = await Promise.all([
        listByPlaces(db, answered),
        withMedia.length > 0 ? deps.media.present(viewer, withMedia) : null,
        viewer.profileId ? deps.credits.findVisibleEarnings(viewer.profileId, items.flatMap(soldBy)) : null,
      ]);
      const repliedAt = new Map(repliedRows.map((row) => [placeOf(row.conversation_id, row.seq), row]));
      return items.map(({ row, perspective }) =>
        toMessageView(row, {
          viewerId: perspective.profileId,
          otherId: perspective.otherId,
          ticks: { ...perspective.ticks, own: perspective.readSeq },
          replied:
            row.reply_to_seq === null ? undefined : repliedAt.get(placeOf(row.conversation_id, row.reply_to_seq)),
          media: media?.get(row.id),
          earned: earned?.get(row.sale_id ?? ''),
        }),
      );
    },
  };
}
