import { maxSavedReplies, type SavedReply } from '@vlam/contract/messaging-creators';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { say } from '../../../platform/words.ts';
import { requireProfileId } from '../../profiles/service.ts';
import * as store from './saved-replies-store.ts';

type ReplyText = Pick<SavedReply, 'title' | 'content'>;

/** A creator's saved replies. One of another creator is `NOT_FOUND`, like a missing one. */
export interface SavedReplies {
  listReplies(viewer: Viewer): Promise<SavedReply[]>;
  /** Throws `QUOTA_REACHED` at the maximum number of replies. */
  saveReply(viewer: Viewer, reply: ReplyText): Promise<SavedReply>;
  changeReply(viewer: Viewer, id: string, reply: ReplyText): Promise<SavedReply>;
  deleteReply(viewer: Viewer, id: string): Promise<void>;
}

const toReply = ({ id, title, content, updated_at }: store.SavedReplyRow): SavedReply => ({
  id,
  title,
  content,
  updatedAt: updated_at.toISOString(),
});

export function createSavedReplies({ database, clock }: { database: Database; clock: Clock }): SavedReplies {
  const { db } = database;
  const rowOf = (viewer: Viewer, id: string, reply: ReplyText) => ({
    id,
    profile_id: requireProfileId(viewer),
    ...reply,
    updated_at: clock.now(),
  });
  return {
    listReplies: async (viewer) => (await store.listReplies(db, requireProfileId(viewer))).map(toReply),
    async saveReply(viewer, reply) {
      const row = rowOf(viewer, newId(), reply);
      const saved = await db.transaction().execute((tx) => store.insertReply(tx, row, maxSavedReplies));
      if (!saved)
        throw new AppError('QUOTA_REACHED', {
          message: say`You can keep ${maxSavedReplies} replies. Delete one first`,
        });
      return toReply(saved);
    },
    async changeReply(viewer, id, reply) {
      const saved = await store.updateReply(db, rowOf(viewer, id, reply));
      if (!saved) throw new AppError('NOT_FOUND');
      return toReply(saved);
    },
    async deleteReply(viewer, id) {
      if (!(await store.deleteReply(db, requireProfileId(viewer), id))) throw new AppError('NOT_FOUND');
    },
  };
}
