import type { MessageMediaType, MessageView } from '@vlam/contract/messaging';
import { levelForX18 } from '@vlam/contract/rules/identity-level';
import { type VeilWidth, veilWidths } from '@vlam/contract/rules/veil';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { paletteOf } from '../../../platform/imagery/palettes.ts';
import { veilWebp } from '../../../platform/imagery/pictures.ts';
import { createRenderedCache } from '../../../platform/imagery/rendered-cache.ts';
import { type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { findHeldProblem, requireNotHeld } from '../../content/service.ts';
import type { Media, MediaService } from '../../media/service.ts';
import type { MessageMediaPort, MessageRow } from '../types.ts';
import * as store from './media-store.ts';
import { toAlbumPicture, toMessageMedia } from './media-view.ts';

export interface MessageMedia extends MessageMediaPort {
  /** Makes an album of own ready pictures. Throws `NOT_FOUND`, `MEDIA_NOT_READY`, `VALIDATION_FAILED` or `CONFLICT`. */
  createAlbum(viewer: Viewer, mediaIds: readonly string[]): Promise<{ id: string; count: number }>;
  /** The veil over locked media, as WebP: drawn from the message id, tinted by the first file. */
  drawVeil(message: Pick<MessageRow, 'id' | 'sender_id' | 'media_id'>, width?: VeilWidth): Promise<Buffer>;
  /** The sender's preview of chosen media, by attachment id. */
  presentOwn(viewer: Viewer, attachmentIds: readonly string[]): Promise<Map<string, MessageView['media']>>;
  /** Attachments of a report for staff, with the viewer's watermark, by attachment id. */
  presentReported(
    viewer: Viewer,
    attachmentIds: readonly string[],
  ): Promise<Map<string, Pick<MessageView, 'mediaUrl' | 'media'>>>;
  /** Whether one of an attachment's files has been held since it was chosen, so that it is not sent now. */
  isHeld(on: Db, attachmentId: string): Promise<boolean>;
  /** Whether a file is attached to a message; it can then be neither published nor delivered. */
  isSent(on: Db, mediaId: string): Promise<boolean>;
  tasks: JobTask[];
}

interface MessageMediaDependencies {
  database: Database;
  clock: Clock;
  media: Pick<
    MediaService,
    | 'findReady'
    | 'listByIds'
    | 'addressesFor'
    | 'playAddressFor'
    | 'tintsOf'
    | 'removeFiles'
    | 'markFilms'
    | 'isMarkPending'
  >;
  /** Whether a file is published or was delivered for a request. */
  isUsedElsewhere(on: Db, mediaId: string): Promise<boolean>;
  isFileShut(accountId: string, mediaId: string): Promise<boolean>;
  /** Which of these attachments a report keeps, also when the message is deleted. */
  reportedOf(on: Db, attachmentIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Height of a veil to its width. */
const veilRatio = 5 / 4;
const dayMs = 86_400_000;
/** Age in days at which attachments without a message are deleted. */
const unusedAfterDays = { from: 9, to: 2 } as const;
const batchSize = 200;
const sweepKind = jobKind('messaging.sweep-files', { maxAttempts: 2 });

/** Photos and videos of messages: sending, access and deletion. */
export function createMessageMedia(deps: MessageMediaDependencies): MessageMedia {
  const { clock, media } = deps;
  const { db } = deps.database;
  const veils = createRenderedCache({ maxBytes: 16 * 1024 ** 2 });

  async function requireUsable(on: Db, viewer: Viewer, mediaId: string): Promise<Media> {
    const file = await media.findReady(on, viewer.accountId, mediaId);
    await requireNotHeld(on, file.id);
    // A published file can be taken down, and a delivered one was made for one member.
    if (await deps.isUsedElsewhere(on, file.id))
      throw new AppError('CONFLICT', { message: 'This file is published or was delivered. Send another one' });
    return file;
  }

  /** Whether it is an own album. Throws `CONFLICT` when one of its pictures is held. */
  async function isSendableAlbum(viewer: Viewer, id: string): Promise<boolean> {
    const files = await store.listAttachments(db, [id]);
    if (!files[0]?.isAlbum || files[0].ownerAccountId !== viewer.accountId) return false;
    for (const { mediaId } of files) await requireNotHeld(db, mediaId);
    return true;
  }

  async function releaseFiles(on: Db, attachmentIds: readonly string[]): Promise<void> {
    const reported = await deps.reportedOf(on, attachmentIds);
    const free = attachmentIds.filter((id) => !reported.has(id));
    for (const id of await store.releaseAttachments(on, free))
      if (!(await deps.isUsedElsewhere(on, id))) await media.removeFiles(on, id);
  }

  /** The files of attachments, by attachment. */
  async function filesOf(ids: readonly (string | null)[]): Promise<Map<string, Media[]>> {
    const attachments = await store.listAttachments(
      db,
      ids.flatMap((id) => id ?? []),
    );
    const files = await media.listByIds(
      db,
      attachments.map(({ mediaId }) => mediaId),
    );
    const found = new Map<string, Media[]>();
    for (const { attachmentId, mediaId } of attachments) {
      const file = files.get(mediaId);
      if (file) found.set(attachmentId, [...(found.get(attachmentId) ?? []), file]);
    }
    return found;
  }

  /** Whether one of these files is rated X18 and not open to the viewer yet; an owner's own never is. */
  async function isShut(viewer: Viewer, files: readonly Media[]): Promise<boolean> {
    const others = files.filter(({ ownerId, state }) => ownerId !== viewer.accountId && state === 'ready');
    return (await Promise.all(others.map(({ id }) => deps.isFileShut(viewer.accountId, id)))).includes(true);
  }

  function show(
    viewer: Viewer,
    {
      message,
      isOpen,
      needsLevel,
    }: { message: Pick<MessageRow, 'id' | 'price'>; isOpen: boolean; needsLevel?: number | undefined },
    files: readonly Media[],
  ): Pick<MessageView, 'mediaUrl' | 'media'> {
    const [first] = files;
    // Removed since: nothing to show.
    if (first?.state !== 'ready') return { mediaUrl: null, media: null };
    const count = files.length;
    if (!isOpen || needsLevel) {
      const previewUrl = `/api/messages/${message.id}/preview`;
      const veiled = { id: message.id, previewUrl, sources: [], count, needsLevel };
      return { mediaUrl: null, media: toMessageMedia(first, veiled) };
    }
    const premium = message.price > 0 && first.ownerId !== viewer.accountId;
    const { url, sources } = media.addressesFor(viewer, first, { premium });
    const previewUrl = sources[0]?.webp ?? null;
    const pictures = files.flatMap((file) =>
      count > 1 && file.state === 'ready' ? toAlbumPicture(file, media.addressesFor(viewer, file, { premium })) : [],
    );
    return {
      mediaUrl: first.kind === 'video' ? media.playAddressFor(viewer, first) : url,
      media: toMessageMedia(first, { id: first.id, previewUrl, sources, count, pictures }),
    };
  }

  return {
    async requireOwn(viewer, mediaId, price): Promise<MessageMediaType> {
      if (await isSendableAlbum(viewer, mediaId)) return 'photo';
      const file = await requireUsable(db, viewer, mediaId);
      if (file.kind === 'audio') throw new AppError('VALIDATION_FAILED', { message: 'Send a photo or a video' });
      await db.transaction().execute(async (tx) => {
        const own = { id: file.id, mediaIds: [file.id], ownerAccountId: viewer.accountId };
        await store.insertAttachment(tx, { ...own, isAlbum: false, at: clock.now() });
        if (price > 0) await media.markFilms(tx, own.mediaIds);
      });
      return file.kind === 'video' ? 'video' : 'photo';
    },
    async isHeld(on, attachmentId) {
      for (const { mediaId } of await store.listAttachments(on, [attachmentId]))
        if (await findHeldProblem(on, mediaId)) return true;
      return false;
    },
    async isBeingPrepared(attachmentId) {
      const files = await store.listAttachments(db, [attachmentId]);
      return media.isMarkPending(
        db,
        files.map(({ mediaId }) => mediaId),
      );
    },
    async requireLevelFor(viewer, attachmentId) {
      const files = await store.listAttachments(db, [attachmentId]);
      const shut = await Promise.all(files.map(({ mediaId }) => deps.isFileShut(viewer.accountId, mediaId)));
      if (shut.includes(true)) throw new AppError('IDENTITY_LEVEL_REQUIRED');
    },
    async createAlbum(viewer, mediaIds) {
      const at = clock.now();
      const id = newId(at.getTime());
      await db.transaction().execute(async (tx) => {
        for (const mediaId of [...mediaIds].sort()) {
          const { kind } = await requireUsable(tx, viewer, mediaId);
          if (kind !== 'image')
            throw new AppError('VALIDATION_FAILED', { message: 'Only pictures can be put together' });
        }
        await store.insertAttachment(tx, { id, mediaIds, ownerAccountId: viewer.accountId, isAlbum: true, at });
      });
      return { id, count: mediaIds.length };
    },
    async present(viewer, items) {
      const files = await filesOf(items.map(({ message }) => message.media_id));
      const shown = await Promise.all(
        items.map(async ({ message, isOpen }) => {
          const attached = files.get(message.media_id ?? '') ?? [];
          const needsLevel = (await isShut(viewer, attached)) ? levelForX18 : undefined;
          return [message.id, show(viewer, { message, isOpen, needsLevel }, attached)] as const;
        }),
      );
      return new Map(shown);
    },
    releaseFiles,
    async presentOwn(viewer, attachmentIds) {
      const files = await filesOf(attachmentIds);
      return new Map(
        attachmentIds.map((id) => {
          const own = { message: { id, price: 0 }, isOpen: true };
          return [id, show(viewer, own, files.get(id) ?? []).media] as const;
        }),
      );
    },
    async presentReported(viewer, attachmentIds) {
      const files = await filesOf(attachmentIds);
      // As media for sale, so that it carries the viewer's watermark.
      const asSold = { message: { id: '', price: 1 }, isOpen: true };
      return new Map(attachmentIds.map((id) => [id, show(viewer, asSold, files.get(id) ?? [])] as const));
    },
    drawVeil: ({ id, sender_id, media_id }, asked = veilWidths[0]) =>
      veils.get(`${id} ${asked}`, async () => {
        const width = Number(asked);
        const [first] = await store.listAttachments(db, media_id ? [media_id] : []);
        const tints = first ? await media.tintsOf(db, first.mediaId) : [];
        return veilWebp(id, { width, height: width * veilRatio, palette: paletteOf(sender_id), tints });
      }),
    isSent: store.isAttached,
    tasks: [
      jobTask(
        sweepKind,
        async () => {
          const ago = (days: number) => new Date(clock.now().getTime() - days * dayMs);
          const { from, to } = unusedAfterDays;
          const ids = await store.listUnused(db, { from: ago(from), to: ago(to) }, batchSize);
          if (ids.length > 0) await db.transaction().execute((tx) => releaseFiles(tx, ids));
        },
        { cron: '53 * * * *' },
      ),
    ],
  };
}
