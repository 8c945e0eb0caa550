import type { MessageMediaType } from '@vlam/contract/messaging';
import { type creatorMessagesOperations, maxSavedReplies, type SavedReply } from '@vlam/contract/messaging-creators';
import type { BodyOf } from '@vlam/contract/operation';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { say } from '../../../platform/words.ts';
import { requireProfileId } from '../../profiles/service.ts';
import type { MessageMedia } from '../media/media.ts';
import * as store from './saved-replies-store.ts';

type Wanted = BodyOf<typeof creatorMessagesOperations.saveReply>;

/** A creator's saved replies. One of another creator is `NOT_FOUND`, like a missing one. */
export interface SavedReplies {
  listReplies(viewer: Viewer): Promise<SavedReply[]>;
  /** Throws `QUOTA_REACHED` at the maximum number of replies, `VALIDATION_FAILED` for a price without media, and what `requireOwn` throws. */
  saveReply(viewer: Viewer, wanted: Wanted): Promise<SavedReply>;
  changeReply(viewer: Viewer, id: string, wanted: Wanted): Promise<SavedReply>;
  deleteReply(viewer: Viewer, id: string): Promise<void>;
  /** Throws `CONFLICT` unless `ids` are the creator's replies, each once. */
  orderReplies(viewer: Viewer, ids: readonly string[]): Promise<SavedReply[]>;
}

export interface SavedRepliesDependencies {
  database: Database;
  clock: Clock;
  media: Pick<MessageMedia, 'requireOwn' | 'presentOwn' | 'releaseFiles'>;
}

export function createSavedReplies({ database, clock, media }: SavedRepliesDependencies): SavedReplies {
  const { db } = database;

  async function present(viewer: Viewer, rows: readonly store.SavedReplyRow[]): Promise<SavedReply[]> {
    const shown = await media.presentOwn(
      viewer,
      rows.flatMap(({ attachment_id }) => attachment_id ?? []),
    );
    return rows.map(({ id, title, content, attachment_id, price, updated_at }) => ({
      ...{ id, title, content, price },
      mediaId: attachment_id,
      media: shown.get(attachment_id ?? '') ?? null,
      updatedAt: updated_at.toISOString(),
    }));
  }
  async function presentOne(viewer: Viewer, row: store.SavedReplyRow): Promise<SavedReply> {
    const [view] = await present(viewer, [row]);
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  }

  /** The file a reply is saved with; undefined keeps the one it has. */
  async function chosenFile(viewer: Viewer, { mediaId, price = 0 }: Wanted) {
    if (mediaId === undefined) return undefined;
    const type: MessageMediaType | null = mediaId ? await media.requireOwn(viewer, mediaId, price) : null;
    return { attachment_id: mediaId, media_type: type };
  }

  function requirePriced(row: store.SavedReplyRow): store.SavedReplyRow {
    if (row.price === 0 || row.attachment_id) return row;
    const message = 'Only a photo or a video can have a price';
    throw new AppError('VALIDATION_FAILED', { message, details: { fields: { price: message } } });
  }

  return {
    listReplies: async (viewer) => present(viewer, await store.listReplies(db, requireProfileId(viewer))),
    async saveReply(viewer, wanted) {
      const profileId = requireProfileId(viewer);
      const file = (await chosenFile(viewer, wanted)) ?? { attachment_id: null, media_type: null };
      const { title, content, price = 0 } = wanted;
      const row = { id: newId(), profile_id: profileId, title, content, position: 0, price, updated_at: clock.now() };
      const saved = await db.transaction().execute(async (tx) => {
        await store.lockReplies(tx, profileId);
        return store.insertReply(tx, requirePriced({ ...row, ...file }), maxSavedReplies);
      });
      if (!saved)
        throw new AppError('QUOTA_REACHED', {
          message: say`You can keep ${maxSavedReplies} replies. Delete one first`,
        });
      return presentOne(viewer, saved);
    },
    async changeReply(viewer, id, wanted) {
      const file = await chosenFile(viewer, wanted);
      const saved = await db.transaction().execute(async (tx) => {
        const before = await store.lockReply(tx, requireProfileId(viewer), id);
        if (!before) throw new AppError('NOT_FOUND');
        const { title, content, price = file ? 0 : before.price } = wanted;
        const after = requirePriced({ ...before, title, content, price, ...file, updated_at: clock.now() });
        const row = await store.updateReply(tx, after);
        if (before.attachment_id && before.attachment_id !== row.attachment_id)
          await media.releaseFiles(tx, [before.attachment_id]);
        return row;
      });
      return presentOne(viewer, saved);
    },
    async deleteReply(viewer, id) {
      // Its file stays for now: the reply can be restored, and what is never sent is swept later.
      if (!(await store.deleteReply(db, requireProfileId(viewer), id))) throw new AppError('NOT_FOUND');
    },
    async orderReplies(viewer, ids) {
      const profileId = requireProfileId(viewer);
      const rows = await db.transaction().execute(async (tx) => {
        await store.lockReplies(tx, profileId);
        const known = new Set((await store.listReplies(tx, profileId)).map((row) => row.id));
        if (known.size !== ids.length || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id)))
          throw new AppError('CONFLICT', { message: 'Your replies have changed. Look at them again' });
        await store.placeReplies(tx, ids);
        return store.listReplies(tx, profileId);
      });
      return present(viewer, rows);
    },
  };
}
