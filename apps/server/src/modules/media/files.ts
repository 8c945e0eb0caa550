import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createRenderedCache } from '../../platform/imagery/rendered-cache.ts';
import { imageLibrary } from '../../platform/imagery/sharp.ts';
import type { KeyRing } from '../../platform/key-ring.ts';
import type { ByteRange, Storage } from '../../platform/storage.ts';
import { createAddresses, type PictureAddress, type RequestedFile } from './addresses.ts';
import { clipName } from './clip/outcome.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { embedMark } from './mark/embed.ts';
import { markGrid, viewerSigns } from './mark/grid.ts';
import { findViewer, type NamedViewer, readCopy } from './mark/trace.ts';
import { isMarkedFor, type Media, type StoredMedia } from './media.ts';
import { pixelsOfUpload } from './picture/pictures.ts';
import { encode, fileName, fromRaw, PictureRefused, toRaw } from './process-image.ts';
import { findMedia } from './store.ts';
import { createFileAccess, type MayView } from './view-rights.ts';

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
  /** As `addressesFor`, for a clip; null for other kinds, and for one of which this viewer gets a marked copy. */
  clipAddressFor(viewer: { accountId: string }, media: Media): string | null;
  /**
   * The file of an address. Throws `FORBIDDEN` for another account's or an expired one, `NOT_FOUND` without the right,
   * which is checked each time, or once a second for ranges after the start (`isContinued`).
   */
  openFile(
    viewer: { accountId: string },
    requested: RequestedFile,
    options: { isContinued: boolean },
  ): Promise<OpenedFile>;
  /**
   * The account that a leaked copy of a paid picture was shown to, or null. Throws `NOT_FOUND` or `UNSUPPORTED_MEDIA`.
   */
  findLeakedBy(mediaId: string, copy: Buffer, accountIds: readonly string[]): Promise<NamedViewer | null>;
}

interface FilesDependencies {
  config: { keys: KeyRing };
  db: Database['db'];
  clock: Clock;
  storage: Storage;
  /** Batched point read of a file's row. */
  find(mediaId: string): Promise<StoredMedia | undefined>;
  mayView: MayView;
  /** Creates the files of a sample picture that has none yet; returns whether it could. */
  restore(media: StoredMedia): Promise<boolean>;
}

export function createFiles({ config, db, clock, storage, find, mayView, restore }: FilesDependencies): Files {
  const addresses = createAddresses(config.keys, clock);
  const markKey = config.keys.lookup('viewer marks');
  const marked = createRenderedCache({ maxBytes: 48 * 1024 ** 2 });
  const access = createFileAccess({ find, mayView, clock });
  const limitDrawing = createConcurrencyLimit(2);
  const gridOf = ({ id, width, height }: Media) => markGrid(markKey, id, width ?? 1, height ?? 1);

  const drawMarked = (media: StoredMedia, { width, format }: PictureAddress, accountId: string): Promise<Buffer> =>
    limitDrawing(async () => {
      const plain = await buffer(storage.read(`${media.storageKey}/${fileName(width, 'webp')}`));
      const picture = await toRaw(imageLibrary()(plain));
      embedMark(picture, gridOf(media), viewerSigns(markKey, media.id, accountId));
      return encode(fromRaw(picture), format);
    });

  async function statOrRestore(key: string, media: StoredMedia): Promise<number> {
    const found = await storage.stat(key).catch((error: unknown) => {
      // Not missing: the storage is unavailable, as `/healthz?parts` reports.
      throw new AppError('UNAVAILABLE', { cause: error });
    });
    if (found) return found.byteSize;
    const restored = (await restore(media)) ? await storage.stat(key) : undefined;
    if (!restored) throw new AppError('NOT_FOUND');
    return restored.byteSize;
  }

  async function requireFile(accountId: string, mediaId: string, isContinued: boolean): Promise<StoredMedia> {
    const media = await access.open(accountId, mediaId, { isContinued });
    if (!media) throw new AppError('NOT_FOUND');
    return media;
  }

  async function openClip(
    accountId: string,
    { address, signature }: Extract<RequestedFile, { kind: 'clip' }>,
    isContinued: boolean,
  ): Promise<OpenedFile> {
    if (!addresses.verifyClip(accountId, address, signature)) throw new AppError('FORBIDDEN');
    const media = await requireFile(accountId, address.mediaId, isContinued);
    if (!media.clip || media.clip !== address.container || isMarkedFor(media, accountId))
      throw new AppError('NOT_FOUND');
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
    clipAddressFor: ({ accountId }, media) =>
      media.clip && media.state === 'ready' && !isMarkedFor(media, accountId)
        ? addresses.signClip(accountId, { mediaId: media.id, container: media.clip, expires: addresses.expiry() })
        : null,
    async openFile({ accountId }, requested, { isContinued }) {
      if (requested.kind === 'clip') return openClip(accountId, requested, isContinued);
      const { address, signature } = requested;
      if (!addresses.verify(accountId, address, signature)) throw new AppError('FORBIDDEN');
      const media = await requireFile(accountId, address.mediaId, isContinued);
      if (!media.widths.includes(address.width)) throw new AppError('NOT_FOUND');
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
      const sent = await pixelsOfUpload(copy).catch((error: unknown) => {
        throw error instanceof PictureRefused ? new AppError('UNSUPPORTED_MEDIA', { cause: error }) : error;
      });
      const plain = await buffer(storage.read(`${media.storageKey}/${fileName(largestWidth, 'webp')}`));
      const signs = await readCopy(sent, await toRaw(imageLibrary()(plain)), gridOf(media));
      return findViewer(signs, accountIds, (accountId) => viewerSigns(markKey, mediaId, accountId));
    },
  };
}
