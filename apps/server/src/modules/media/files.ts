import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createRenderedCache } from '../../platform/imagery/rendered-cache.ts';
import { imageLibrary, openUploadedPicture } from '../../platform/imagery/sharp.ts';
import { deriveKey } from '../../platform/keys.ts';
import type { ByteRange, Storage } from '../../platform/storage.ts';
import { type AskedFile, createAddresses, type PictureAddress } from './addresses.ts';
import { clipName } from './clip/outcome.ts';
import type { Media, StoredMedia } from './media.ts';
import { encode, fileName, fromRaw, toRaw } from './process-image.ts';
import { findMedia } from './store.ts';
import { createTurns } from './turns.ts';
import { embedMark, markLayout, readMark, tagOf, whoseMark } from './viewer-mark.ts';

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
   * Addresses of a picture for one viewer, good for three to five minutes. `premium` has the viewer's mark embedded.
   * Only for who may see it; the right is asked for again when an address is used.
   */
  addressesFor(viewer: { accountId: string }, media: Media, options: { premium: boolean }): PictureAddresses;
  /** Address of a video for one viewer, as long as a picture's and with the same rule; null for everything else. */
  clipAddressFor(viewer: { accountId: string }, media: Media): string | null;
  /**
   * The file of an address. Throws `FORBIDDEN` for another account's or an expired one, `NOT_FOUND` without the right.
   */
  openFile(viewer: { accountId: string }, asked: AskedFile): Promise<OpenedFile>;
  /** The one of these accounts that a leaked copy was shown to, or null. Throws `NOT_FOUND` or `UNSUPPORTED_MEDIA`. */
  whoseCopy(mediaId: string, copy: Buffer, accountIds: readonly string[]): Promise<string | null>;
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
  const inTurn = createTurns(2);
  const layoutOf = ({ id, width, height }: Media) => markLayout(markKey, id, width ?? 1, height ?? 1);

  const drawMarked = (media: StoredMedia, { width, format }: PictureAddress, accountId: string): Promise<Buffer> =>
    inTurn(async () => {
      const plain = await buffer(storage.read(`${media.storageKey}/${fileName(width, 'webp')}`));
      const picture = await toRaw(imageLibrary()(plain));
      embedMark(picture, layoutOf(media), tagOf(markKey, accountId));
      return encode(fromRaw(picture), format);
    });

  async function find(key: string, media: StoredMedia): Promise<number> {
    const found = await storage.stat(key).catch((error: unknown) => {
      // Not missing: the storage is unavailable, as `/readyz` reports.
      throw new AppError('UNAVAILABLE', { cause: error });
    });
    if (found) return found.byteSize;
    const made = (await restore(media)) ? await storage.stat(key) : undefined;
    if (!made) throw new AppError('NOT_FOUND');
    return made.byteSize;
  }

  async function requireView(accountId: string, { id, ownerId }: Media): Promise<void> {
    if (ownerId !== accountId && !(await mayView(accountId, id))) throw new AppError('NOT_FOUND');
  }

  async function openClip(
    accountId: string,
    { address, signature }: Extract<AskedFile, { kind: 'clip' }>,
  ): Promise<OpenedFile> {
    if (!addresses.verifyClip(accountId, address, signature)) throw new AppError('FORBIDDEN');
    const media = await findMedia(db, address.mediaId);
    if (media?.state !== 'ready' || media.clip !== address.container) throw new AppError('NOT_FOUND');
    await requireView(accountId, media);
    const key = `${media.storageKey}/${clipName(media.clip)}`;
    return { byteSize: await find(key, media), read: (range) => storage.read(key, range) };
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
    async openFile({ accountId }, asked) {
      if (asked.kind === 'clip') return openClip(accountId, asked);
      const { address, signature } = asked;
      if (!addresses.verify(accountId, address, signature)) throw new AppError('FORBIDDEN');
      const media = await findMedia(db, address.mediaId);
      if (media?.state !== 'ready' || !media.widths.includes(address.width)) throw new AppError('NOT_FOUND');
      await requireView(accountId, media);
      const { width, format } = address;
      const key = `${media.storageKey}/${fileName(width, format)}`;
      const byteSize = await find(key, media);
      if (!address.marked) return { byteSize, read: (range) => storage.read(key, range) };
      const bytes = await marked.get(`${media.id}/${fileName(width, format)}/${accountId}`, () =>
        drawMarked(media, address, accountId),
      );
      return {
        byteSize: bytes.length,
        read: (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
      };
    },
    async whoseCopy(mediaId, copy, accountIds) {
      const media = await findMedia(db, mediaId);
      const widest = media?.widths.at(-1);
      if (media?.state !== 'ready' || !widest) throw new AppError('NOT_FOUND');
      const sent = await toRaw(openUploadedPicture(copy).resize({ width: widest, withoutEnlargement: true })).catch(
        (error: unknown) => {
          throw new AppError('UNSUPPORTED_MEDIA', { cause: error });
        },
      );
      const plain = await buffer(storage.read(`${media.storageKey}/${fileName(widest, 'webp')}`));
      const original = await toRaw(imageLibrary()(plain).resize(sent.width, sent.height, { fit: 'fill' }));
      return whoseMark(readMark(sent, original, layoutOf(media)), markKey, accountIds);
    },
  };
}
