import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createRenderedCache } from '../../platform/imagery/rendered-cache.ts';
import { imageLibrary, openUploadedPicture } from '../../platform/imagery/sharp.ts';
import { deriveKey } from '../../platform/keys.ts';
import type { ByteRange, Storage } from '../../platform/storage.ts';
import { createAddresses, type PictureAddress, type RequestedFile } from './addresses.ts';
import { clipName } from './clip/outcome.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import type { Media, StoredMedia } from './media.ts';
import { encode, fileName, fromRaw, toRaw } from './process-image.ts';
import { findMedia } from './store.ts';
import { embedMark, findAccountByMark, markLayout, readMark, tagOf } from './viewer-mark.ts';

/** Whether an account may see a file now; checked at every request, so an ended right takes effect at once. */
export type MayView = (accountId: string, mediaId: string) => Promise<boolean>;

export interface PictureAddresses {
  /** Of the largest size as WebP; null unless the media is ready. */
  url: string | null;
  sources: { width: number; webp: string; avif: string }[];
}

export interface OpenedFile {
  byteSize: number;
  read(range?: ByteRange): Buffer | Readable;
}

export interface Files {
  /**
   * Addresses of a picture for one viewer, valid for three to five minutes. `premium` has the viewer's mark embedded.
   * The caller has checked the right; it is checked again when an address is used.
   */
  addressesFor(viewer: { accountId: string }, media: Media, options: { premium: boolean }): PictureAddresses;
  /** As `addressesFor`, for a clip; null for other kinds. */
  clipAddressFor(viewer: { accountId: string }, media: Media): string | null;
  /**
   * The file of an address. Throws `FORBIDDEN` for another account's or an expired one, `NOT_FOUND` without the right.
   */
  openFile(viewer: { accountId: string }, requested: RequestedFile): Promise<OpenedFile>;
  /** Which of these accounts a leaked copy was shown to, or null. Throws `NOT_FOUND` or `UNSUPPORTED_MEDIA`. */
  findLeakedBy(mediaId: string, copy: Buffer, accountIds: readonly string[]): Promise<string | null>;
}

interface FilesDependencies {
  config: { masterKey: Buffer };
  db: Database['db'];
  clock: Clock;
  storage: Storage;
  mayView: MayView;
  /** Creates the files of a sample picture that has none yet; returns whether it could. */
  restore(media: StoredMedia): Promise<boolean>;
}

export function createFiles({ config, db, clock, storage, mayView, restore }: FilesDependencies): Files {
  const addresses = createAddresses(config.masterKey, clock);
  const markKey = deriveKey(config.masterKey, 'viewer marks');
  const marked = createRenderedCache({ maxBytes: 48 * 1024 ** 2 });
  const limitDrawing = createConcurrencyLimit(2);
  const layoutOf = ({ id, width, height }: Media) => markLayout(markKey, id, width ?? 1, height ?? 1);

  const drawMarked = (media: StoredMedia, { width, format }: PictureAddress, accountId: string): Promise<Buffer> =>
    limitDrawing(async () => {
      const plain = await buffer(storage.read(`${media.storageKey}/${fileName(width, 'webp')}`));
      const picture = await toRaw(imageLibrary()(plain));
      embedMark(picture, layoutOf(media), tagOf(markKey, accountId));
      return encode(fromRaw(picture), format);
    });

  async function statOrRestore(key: string, media: StoredMedia): Promise<number> {
    const found = await storage.stat(key).catch((error: unknown) => {
      // Not missing: the storage is unavailable, as `/readyz` reports.
      throw new AppError('UNAVAILABLE', { cause: error });
    });
    if (found) return found.byteSize;
    const restored = (await restore(media)) ? await storage.stat(key) : undefined;
    if (!restored) throw new AppError('NOT_FOUND');
    return restored.byteSize;
  }

  async function requireView(accountId: string, { id, ownerId }: Media): Promise<void> {
    if (ownerId !== accountId && !(await mayView(accountId, id))) throw new AppError('NOT_FOUND');
  }

  async function openClip(
    accountId: string,
    { address, signature }: Extract<RequestedFile, { kind: 'clip' }>,
  ): Promise<OpenedFile> {
    if (!addresses.verifyClip(accountId, address, signature)) throw new AppError('FORBIDDEN');
    const media = await findMedia(db, address.mediaId);
    if (media?.state !== 'ready' || media.clip !== address.container) throw new AppError('NOT_FOUND');
    await requireView(accountId, media);
    const key = `${media.storageKey}/${clipName(media.clip)}`;
    return { byteSize: await statOrRestore(key, media), read: (range) => storage.read(key, range) };
  }

  return {
    addressesFor({ accountId }, media, { premium }) {
      const expires = addresses.expiry();
      const sources = media.widths.map((width) => ({
        width,
        ...addresses.sign(accountId, { mediaId: media.id, width, marked: premium, expires }),
      }));
      return { url: sources.at(-1)?.webp ?? null, sources };
    },
    clipAddressFor: ({ accountId }, { id, clip, state }) =>
      clip && state === 'ready'
        ? addresses.signClip(accountId, { mediaId: id, container: clip, expires: addresses.expiry() })
        : null,
    async openFile({ accountId }, requested) {
      if (requested.kind === 'clip') return openClip(accountId, requested);
      const { address, signature } = requested;
      if (!addresses.verify(accountId, address, signature)) throw new AppError('FORBIDDEN');
      const media = await findMedia(db, address.mediaId);
      if (media?.state !== 'ready' || !media.widths.includes(address.width)) throw new AppError('NOT_FOUND');
      await requireView(accountId, media);
      const { width, format } = address;
      const key = `${media.storageKey}/${fileName(width, format)}`;
      const byteSize = await statOrRestore(key, media);
      if (!address.marked) return { byteSize, read: (range) => storage.read(key, range) };
      const bytes = await marked.get(`${media.id}/${fileName(width, format)}/${accountId}`, () =>
        drawMarked(media, address, accountId),
      );
      return {
        byteSize: bytes.length,
        read: (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
      };
    },
    async findLeakedBy(mediaId, copy, accountIds) {
      const media = await findMedia(db, mediaId);
      const largestWidth = media?.widths.at(-1);
      if (media?.state !== 'ready' || !largestWidth) throw new AppError('NOT_FOUND');
      const sent = await toRaw(
        openUploadedPicture(copy).resize({ width: largestWidth, withoutEnlargement: true }),
      ).catch((error: unknown) => {
        throw new AppError('UNSUPPORTED_MEDIA', { cause: error });
      });
      const plain = await buffer(storage.read(`${media.storageKey}/${fileName(largestWidth, 'webp')}`));
      const original = await toRaw(imageLibrary()(plain).resize(sent.width, sent.height, { fit: 'fill' }));
      return findAccountByMark(readMark(sent, original, layoutOf(media)), markKey, accountIds);
    },
  };
}
