import type { createContentBody, mediaTypes } from '@vlam/contract/content';
import type * as z from 'zod/mini';
import { afterCommit } from '../../platform/after-commit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaService } from '../media/service.ts';
import type { ProfilesService } from '../profiles/service.ts';
import { findPublished, type ItemFile, listFiles, writeFiles } from './files-store.ts';
import type { ItemRow } from './store.ts';

export type MediaType = (typeof mediaTypes)[number];

interface ItemFilesDependencies {
  clock: Clock;
  config: Pick<Config, 'publicUrl'>;
  media: Pick<MediaService, 'findPublishable' | 'importFromUrl' | 'markFilms' | 'prepareImport' | 'removeFiles'>;
  profiles: Pick<ProfilesService, 'addPublished'>;
  realtime: Pick<Realtime, 'toTopic'>;
  /** Whether a file was sent, delivered, or is a photo of its owner. */
  isUsedElsewhere(on: Db, mediaId: string): Promise<boolean>;
}

const ownAddress = /^\/(?:m|api\/media)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/;
const conflict = (message: string) => new AppError('CONFLICT', { message });

/** Pictures and videos that an item holds. */
export const holdsOf = (item: Pick<ItemRow, 'media_type' | 'more_pictures' | 'more_videos'>) => ({
  pictures: item.more_pictures + (item.media_type === 'image' ? 1 : 0),
  videos: item.more_videos + (item.media_type === 'video' ? 1 : 0),
});

/** The kinds that the files of an item may have. */
const kindsOf = (mediaType: MediaType, count: number): readonly MediaType[] =>
  mediaType === 'audio' || count === 1 ? [mediaType] : ['image', 'video'];

export function createItemFiles(deps: ItemFilesDependencies) {
  const { media } = deps;

  /**
   * The account's own ready files, which no other member was given, no other item holds, and which are no photos of
   * their owner. Their rows stay locked until the transaction ends.
   */
  async function findUsable(
    tx: Db,
    accountId: string,
    mediaIds: readonly string[],
    { kinds, contentId }: { kinds: readonly MediaType[]; contentId?: string },
  ): Promise<ItemFile[]> {
    const found = new Map<string, ItemFile>();
    // In one order, so that two requests with the same files do not wait for each other.
    for (const id of [...mediaIds].sort()) {
      const file = await media.findPublishable(tx, accountId, id, kinds);
      if (await deps.isUsedElsewhere(tx, id))
        throw conflict('This file was sent or delivered, or is one of your photos');
      found.set(id, { mediaId: id, mediaType: file.kind, durationMs: file.durationMs });
    }
    if ((await findPublished(tx, mediaIds, contentId)).length > 0) throw conflict('This file is published already');
    return mediaIds.flatMap((id) => found.get(id) ?? []);
  }

  return {
    /**
     * Ids of a new item's files. One of our own addresses names a file, any other is fetched: a picture at once, a video
     * or sound by a job that `beginImport` starts in the item's transaction, so that the item waits for it.
     */
    async readIds(
      viewer: Viewer,
      body: z.output<typeof createContentBody>,
    ): Promise<{ mediaIds: readonly string[]; beginImport?: (tx: Db) => Promise<string> }> {
      if (body.mediaIds ?? body.mediaId) return { mediaIds: body.mediaIds ?? [body.mediaId ?? ''] };
      if (!body.mediaUrl) return { mediaIds: [] };
      const address = new URL(body.mediaUrl);
      if (address.origin !== new URL(deps.config.publicUrl).origin)
        return body.mediaType === 'image'
          ? { mediaIds: [(await media.importFromUrl(viewer, address.href)).id] }
          : { mediaIds: [], beginImport: await media.prepareImport(viewer, body.mediaType, address.href) };
      const [, mediaId] = ownAddress.exec(address.pathname) ?? [];
      if (!mediaId)
        throw new AppError('VALIDATION_FAILED', {
          message: 'Valid URL required',
          details: { fields: { mediaUrl: 'Valid URL required' } },
        });
      return { mediaIds: [mediaId] };
    },

    /** The files of a new item, the first of its kind. Throws as `findUsable`. */
    async findForNew(tx: Db, accountId: string, mediaIds: readonly string[], mediaType: MediaType) {
      const files = await findUsable(tx, accountId, mediaIds, { kinds: kindsOf(mediaType, mediaIds.length) });
      if (files[0] && files[0].mediaType !== mediaType) throw new AppError('NOT_FOUND');
      return files;
    },

    /**
     * Locks the files of an item, each ready to be shown; returns the length of the first. Throws `MEDIA_NOT_READY`.
     */
    async requireReady(tx: Db, accountId: string, files: readonly ItemFile[]): Promise<{ durationMs: number | null }> {
      let durationMs: number | null = null;
      for (const { mediaId, mediaType } of files.toSorted((one, other) => (one.mediaId < other.mediaId ? -1 : 1))) {
        const found = await media.findPublishable(tx, accountId, mediaId, [mediaType as MediaType]);
        if (mediaId === files[0]?.mediaId) durationMs = found.durationMs;
      }
      return { durationMs };
    },

    /** The films of an item that is sold, also of its draft, get a mark for each viewer. */
    async markSold(tx: Db, item: ItemRow): Promise<void> {
      if (!item.is_premium) return;
      const files = (await listFiles(tx, [item.id])).get(item.id) ?? [];
      await media.markFilms(
        tx,
        files.filter(({ mediaType }) => mediaType === 'video').map(({ mediaId }) => mediaId),
      );
    },

    /** Stores the files after the cover of a new item. */
    async storeMore(tx: Db, item: ItemRow, files: readonly ItemFile[]): Promise<ItemRow> {
      if (files.length < 2) return item;
      return writeFiles(tx, item.id, { files, removed: [], at: deps.clock.now() });
    },

    /**
     * Sets the files of the owner's locked item; `added` are new to it. What an item was published with can be put in
     * another order or removed for good, which open pages learn of. Throws as `findUsable`, and `CONFLICT`.
     */
    async change(
      tx: Db,
      accountId: string,
      item: ItemRow,
      mediaIds: readonly string[],
    ): Promise<{ item: ItemRow; added: ItemFile[] }> {
      const before = (await listFiles(tx, [item.id])).get(item.id) ?? [];
      const fileOf = new Map(before.map((file) => [file.mediaId, file]));
      if (item.state === 'draft' && !item.published_at) {
        const mediaType = item.media_type as MediaType;
        const kinds = mediaType === 'audio' ? kindsOf(mediaType, 1) : kindsOf(mediaType, 2);
        const files = await findUsable(tx, accountId, mediaIds, { kinds, contentId: item.id });
        const changed = await writeFiles(tx, item.id, { files, removed: [], at: deps.clock.now() });
        return { item: changed, added: files.filter(({ mediaId }) => !fileOf.has(mediaId)) };
      }
      const files = mediaIds.flatMap((id) => fileOf.get(id) ?? []);
      if (item.state === 'flagged') throw conflict('A moderator decides about this item');
      if (files.length < mediaIds.length)
        throw conflict(
          before.length > 1
            ? 'The files of an item that was published can be put in another order or removed. For others make a new item'
            : 'The file of an item that was published stays. Make a new item',
        );
      const removed = before.filter(({ mediaId }) => !mediaIds.includes(mediaId));
      for (const { mediaId } of removed) await media.removeFiles(tx, mediaId);
      return { item: await this.keep(tx, item, files, removed), added: [] };
    },

    /** Takes files out of a locked item whose rows are removed or blocked already. */
    async keep(tx: Db, item: ItemRow, files: readonly ItemFile[], removed: readonly ItemFile[]): Promise<ItemRow> {
      const changed = await writeFiles(tx, item.id, { files, removed, at: deps.clock.now() });
      if (item.state !== 'published') return changed;
      const [was, is] = [holdsOf(item), holdsOf(changed)];
      await deps.profiles.addPublished(tx, item.profile_id, {
        content: 0,
        photos: is.pictures - was.pictures,
        videos: is.videos - was.videos,
        likes: 0,
      });
      if (removed.length > 0) {
        const event = { id: item.id, mediaIds: removed.map(({ mediaId }) => mediaId) };
        afterCommit(tx, () => deps.realtime.toTopic('content', 'content.removed', event));
      }
      return changed;
    },
  };
}

export type ItemFiles = ReturnType<typeof createItemFiles>;
