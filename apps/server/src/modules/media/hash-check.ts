import { buffer } from 'node:stream/consumers';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Storage } from '../../platform/storage.ts';
import type { StoredMedia } from './media.ts';
import { openUpload, printsOfPixels } from './picture/pictures.ts';
import {
  arePrintsBlocked,
  blockFramesOf,
  blockPrintsOf,
  hasBlockedPrints,
  hasPrints,
  insertPrints,
  listSimilar,
} from './prints/print-store.ts';
import { printsOfSections } from './prints/prints.ts';
import { fileName, PictureRefused } from './process-image.ts';
import { insertBlockedFile, isBlockedFile } from './store.ts';
import type { RawPicture } from './tints.ts';

/** A plainer picture resembles many others. */
const minQuality = 50;

/** Each is compared with the whole list. */
const framesAtOnce = 100;

/** Different pictures differ by 128 bits on average; what is nearer may be a copy, which its mark decides. */
const lookalikes = { maxDistance: 96, limit: 12 };

/** Checks, before publication, whether a file is known and must not be published. */
export interface HashCheck {
  isBlocked(db: Db, file: { sha256: Buffer }): Promise<boolean>;
  /**
   * Whether a picture, also mirrored or turned, looks like a blocked one. Asked with the pixels that are stored, and
   * not with the file: a file can be read in more than one way.
   */
  looksBlocked(db: Db, picture: RawPicture): Promise<boolean>;
  /** Whether a frame of a video looks like a blocked picture or frame; hashes as hexadecimal. */
  looksBlockedFrames(db: Db, prints: readonly string[]): Promise<boolean>;
  /** Ids of stored pictures that look like this one, nearest first. Throws `UNSUPPORTED_MEDIA`. */
  listLookalikes(db: Db, picture: Buffer): Promise<string[]>;
  /** Adds a file to the list. */
  block(db: Db, file: { sha256: Buffer }): Promise<void>;
  /** Stores the hashes by which copies of a ready picture are recognised. Idempotent. */
  storePrints(db: Db, media: StoredMedia): Promise<void>;
  /** Adds what a picture looks like to the list. Idempotent; its files must still be stored. */
  blockPrints(db: Db, media: StoredMedia): Promise<void>;
}

/** A file that is, or looks like, a blocked one. */
export class FileBlocked extends Error {}

/** Matches exact copies, and similar pictures, of files that were removed from this platform. */
export function createHashCheck(storage: Storage): HashCheck {
  async function storePrints(db: Db, { id, kind, storageKey, widths }: StoredMedia): Promise<void> {
    const width = widths.at(-1);
    if (kind !== 'image' || width === undefined || (await hasPrints(db, id))) return;
    const file = `${storageKey}/${fileName(width, 'webp')}`;
    // A sample that no one has opened yet has no files.
    if (!(await storage.stat(file))) return;
    await insertPrints(db, id, await printsOfSections(await buffer(storage.read(file))));
  }

  return {
    isBlocked: (db, { sha256 }) => isBlockedFile(db, sha256),
    async looksBlocked(db, picture) {
      if (!(await hasBlockedPrints(db))) return false;
      const { upright, mirrored, turned } = await printsOfPixels(picture);
      if (upright.quality < minQuality) return false;
      return arePrintsBlocked(
        db,
        [upright, mirrored, ...turned].map(({ bits }) => bits),
      );
    },
    async looksBlockedFrames(db, prints) {
      if (!(await hasBlockedPrints(db))) return false;
      for (let at = 0; at < prints.length; at += framesAtOnce)
        if (
          await arePrintsBlocked(
            db,
            prints.slice(at, at + framesAtOnce).map((print) => Buffer.from(print, 'hex')),
          )
        )
          return true;
      return false;
    },
    async listLookalikes(db, picture) {
      const opened = await openUpload(picture).catch((error: unknown) => {
        throw error instanceof PictureRefused ? new AppError('UNSUPPORTED_MEDIA', { cause: error }) : error;
      });
      const { upright, mirrored } = await printsOfPixels(opened);
      return (await listSimilar(db, [upright.bits, mirrored.bits], lookalikes)).map(({ mediaId }) => mediaId);
    },
    block: (db, { sha256 }) => insertBlockedFile(db, sha256),
    storePrints,
    async blockPrints(db, media) {
      await storePrints(db, media);
      await (media.isStream || media.isMarked ? blockFramesOf(db, media.id) : blockPrintsOf(db, media.id));
    },
  };
}
