import type { MessageView, ReactionEmoji } from '@vlam/contract/messaging';
import { transact } from '../../../platform/after-commit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { type ProfilesService, requireProfileId } from '../../profiles/service.ts';
import type { MessagePublisher } from '../posting/publish.ts';
import { countUnreadOf } from '../threads/list-store.ts';
import { findSide, findVisibility } from '../threads/thread-store.ts';
import type { MessageMediaPort, MessageRow, OnMessagesRead } from '../types.ts';
import { changeMessage, findOf, type MessageChange, unused } from './message-store.ts';
import { type Presenter, perspectiveOf } from './present.ts';

export interface MessageChanges {
  /**
   * Deletes an own message for both, also when the sender can no longer see the other member. Throws `NOT_FOUND`, and
   * `CONFLICT` for a message that was paid for.
   */
  unsend(viewer: Viewer, id: string): Promise<MessageView>;
  /** Sets, changes or (null) removes the viewer's reaction. Throws `NOT_FOUND`. */
  react(viewer: Viewer, id: string, emoji: ReactionEmoji | null): Promise<MessageView>;
  /** A message in a thread with a member the viewer may see. Throws `NOT_FOUND`. */
  requireMessage(viewer: Viewer, id: string): Promise<MessageRow & { other_id: string }>;
  /** The message as the viewer sees it now. */
  viewOf(viewer: Viewer, row: MessageRow, otherId: string): Promise<MessageView>;
}

export function createMessageChanges(deps: {
  database: Database;
  clock: Clock;
  media: Pick<MessageMediaPort, 'releaseFiles'>;
  profiles: Pick<ProfilesService, 'findAccountId'>;
  onRead: OnMessagesRead;
  presenter: Presenter;
  publisher: MessagePublisher;
}): MessageChanges {
  const { clock, presenter, publisher } = deps;
  const { db } = deps.database;

  async function requireAny(viewer: Viewer, id: string): Promise<MessageRow & { other_id: string }> {
    const row = await findOf(db, requireProfileId(viewer), id);
    if (!row || (row.expires_at && row.expires_at <= clock.now())) throw new AppError('NOT_FOUND');
    return row;
  }

  async function requireMessage(viewer: Viewer, id: string): Promise<MessageRow & { other_id: string }> {
    const row = await requireAny(viewer, id);
    if (!(await findVisibility(db, requireProfileId(viewer), row.other_id)).sees) throw new AppError('NOT_FOUND');
    return row;
  }

  /** The sender's view of a deleted message: the same whether or not they can see the other member. */
  async function deletedView(viewer: Viewer, row: MessageRow, otherId: string): Promise<MessageView> {
    const side = await findSide(db, requireProfileId(viewer), otherId);
    const perspective = side && {
      ...perspectiveOf(side),
      clearedSeq: side.counter,
      ticks: { delivered: 0n, read: 0n },
    };
    const [view] = perspective ? await presenter.present(viewer, [{ row, perspective }]) : [];
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  async function viewOf(viewer: Viewer, row: MessageRow, otherId: string): Promise<MessageView> {
    const side = await findSide(db, requireProfileId(viewer), otherId);
    const [view] = side ? await presenter.present(viewer, [{ row, perspective: perspectiveOf(side) }]) : [];
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  /** Clears the receiver's notice once nothing else is unread; returns whether the message was unread. */
  async function clearNotices(tx: Db, { seq, sender_id }: MessageRow, receiverId: string): Promise<boolean> {
    const side = await findSide(tx, receiverId, sender_id);
    if (side?.box !== 'inbox' || seq <= side.readSeq || seq <= side.clearedSeq) return false;
    const accountId =
      (await countUnreadOf(tx, side, clock.now())) === 0 && (await deps.profiles.findAccountId(tx, receiverId));
    if (accountId) await deps.onRead(tx, [{ accountId, senderId: sender_id }]);
    return true;
  }

  async function change(
    viewer: Viewer,
    found: MessageRow & { other_id: string },
    decide: (row: MessageRow, own: string, other: string) => MessageChange | null,
  ): Promise<MessageRow> {
    const own = requireProfileId(viewer);
    const other = found.other_id;
    let wasUnread = false;
    const row = await transact(db, async (tx) => {
      const place = { conversationId: found.conversation_id, seq: found.seq };
      const changed = await changeMessage(tx, place, (row) => decide(row, own, other));
      if (changed && found.media_id && !changed.media_id) {
        const mediaIds = await unused(tx, [found]);
        if (mediaIds.length > 0) await deps.media.releaseFiles(tx, mediaIds);
      }
      if (changed?.deleted_at && !found.deleted_at) wasUnread = await clearNotices(tx, changed, other);
      return changed;
    });
    if (!row) throw new AppError('NOT_FOUND');
    if (row.revision !== found.revision) await publisher.publishChanged(row, { one: own, other }, wasUnread);
    return row;
  }

  return {
    requireMessage,
    viewOf,
    async unsend(viewer, id) {
      const found = await requireAny(viewer, id);
      if (found.sender_id !== viewer.profileId) throw new AppError('NOT_FOUND');
      const row = await change(viewer, found, (row) => {
        if (row.deleted_at) return null;
        if (row.unlocked_at || row.tip !== null || row.gift_id !== null)
          throw new AppError('CONFLICT', { message: 'This was paid for, so it cannot be taken back' });
        return {
          content: '',
          media_id: null,
          media_type: null,
          low_reaction: null,
          high_reaction: null,
          deleted_at: clock.now(),
        };
      });
      return deletedView(viewer, row, found.other_id);
    },
    async react(viewer, id, emoji) {
      const found = await requireMessage(viewer, id);
      const row = await change(viewer, found, (row, own, other) => {
        if (row.deleted_at) throw new AppError('NOT_FOUND');
        const column = own < other ? 'low_reaction' : 'high_reaction';
        return row[column] === emoji ? null : { [column]: emoji };
      });
      return viewOf(viewer, row, found.other_id);
    },
  };
}
