import { buffer } from 'node:stream/consumers';
import type { CaptionsView } from '@vlam/contract/captions';
import {
  type CaptionRefusal,
  CaptionsRefused,
  type Cue,
  fitCaptions,
  readCaptions,
  writeCaptions,
} from '@vlam/contract/rules/caption-file';
import { type CaptionLanguage, captionLimits } from '@vlam/contract/rules/captions';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Jobs } from '../../../platform/jobs.ts';
import { newStorageFolder, type Storage } from '../../../platform/storage.ts';
import type { StoredMedia } from '../media.ts';
import { removeFilesKind } from '../remove-files.ts';
import { findMedia, lockMediaForUse } from '../store.ts';
import { listCaptions, putCaptions, type StoredCaptions, takeCaptions } from './store.ts';

/** Whether a file is evidence that its owner may not change, from the module above. */
export type IsEvidence = (on: Db, mediaId: string) => Promise<boolean>;

export interface Captions {
  /** Throws `NOT_FOUND` unless it is the viewer's own video or sound that is published as a stream. */
  listCaptions(viewer: { accountId: string }, mediaId: string): Promise<CaptionsView[]>;
  /**
   * Adds or replaces the captions of a language. Throws as `listCaptions`, `UNSUPPORTED_MEDIA` or `TOO_LARGE` with the
   * reason, and `CONFLICT` past eleven languages or while a moderator decides about the file.
   */
  putCaptions(
    viewer: { accountId: string },
    mediaId: string,
    language: CaptionLanguage,
    file: Buffer,
  ): Promise<CaptionsView>;
  /** Idempotent. Throws as `listCaptions`, and `CONFLICT` while a moderator decides about the file. */
  removeCaptions(viewer: { accountId: string }, mediaId: string, language: CaptionLanguage): Promise<void>;
}

/** Captions for the player and for the removal of a file; the caller has checked the right. */
export interface CaptionReader {
  languagesOf(mediaId: string): Promise<CaptionLanguage[]>;
  /** The captions that are shown wholly within the first milliseconds, as WebVTT; null without the language. */
  readCaptions(media: StoredMedia, language: CaptionLanguage, openMs: number | null): Promise<string | null>;
}

interface CaptionDependencies {
  db: Database['db'];
  clock: Clock;
  storage: Storage;
  jobs: Jobs;
  isEvidence: IsEvidence;
}

const name = 'captions.vtt';
const conflict = (message: string) => new AppError('CONFLICT', { message });
const toView = ({ language, cues, addedAt }: StoredCaptions): CaptionsView => ({
  language,
  cues,
  addedAt: addedAt.toISOString(),
});

export function createCaptions(deps: CaptionDependencies): Captions & CaptionReader {
  const { db, clock, storage, jobs } = deps;

  function requireOwn(media: StoredMedia | undefined, accountId: string): StoredMedia {
    if (!media || media.ownerId !== accountId || !media.isStream) throw new AppError('NOT_FOUND');
    if (media.state === 'failed' || media.state === 'blocked') throw new AppError('NOT_FOUND');
    return media;
  }

  async function lockOwn(tx: Db, accountId: string, mediaId: string): Promise<void> {
    requireOwn(await lockMediaForUse(tx, mediaId), accountId);
    if (await deps.isEvidence(tx, mediaId)) throw conflict('A moderator decides about this item');
  }

  return {
    async listCaptions({ accountId }, mediaId) {
      requireOwn(await findMedia(db, mediaId), accountId);
      return (await listCaptions(db, mediaId)).map(toView);
    },

    async putCaptions({ accountId }, mediaId, language, file) {
      const { durationMs } = requireOwn(await findMedia(db, mediaId), accountId);
      const cues = parse(file, durationMs);
      const storageKey = newStorageFolder();
      await storage.put(`${storageKey}/${name}`, Buffer.from(writeCaptions(cues)));
      const captions: StoredCaptions = { language, storageKey, cues: cues.length, addedAt: clock.now() };
      try {
        await db.transaction().execute(async (tx) => {
          await lockOwn(tx, accountId, mediaId);
          const replaced = await putCaptions(tx, mediaId, captions);
          if (replaced) await jobs.enqueue(tx, removeFilesKind, { storageKey: replaced });
          if ((await listCaptions(tx, mediaId)).length > captionLimits.languages)
            throw conflict(`At most ${captionLimits.languages} languages`);
        });
      } catch (error) {
        await storage.removeFolder(storageKey).catch(() => {});
        throw error;
      }
      return toView(captions);
    },

    async removeCaptions({ accountId }, mediaId, language) {
      await db.transaction().execute(async (tx) => {
        await lockOwn(tx, accountId, mediaId);
        for (const storageKey of await takeCaptions(tx, mediaId, language))
          await jobs.enqueue(tx, removeFilesKind, { storageKey });
      });
    },

    languagesOf: async (mediaId) => (await listCaptions(db, mediaId)).map(({ language }) => language),

    async readCaptions(media, language, openMs) {
      const found = (await listCaptions(db, media.id)).find((each) => each.language === language);
      if (!found) return null;
      const cues = readCaptions(await buffer(storage.read(`${found.storageKey}/${name}`)));
      const fitting = media.durationMs === null ? cues : fitCaptions(cues, media.durationMs);
      return writeCaptions(openMs === null ? fitting : fitting.filter(({ endMs }) => endMs <= openMs));
    },
  };
}

/** A recording that is still prepared has no known end: what lies past it is left out when it is read. */
function parse(file: Buffer, durationMs: number | null): Cue[] {
  try {
    const cues = readCaptions(file);
    const fitting = durationMs === null ? cues : fitCaptions(cues, durationMs);
    if (fitting.length === 0) throw new AppError('UNSUPPORTED_MEDIA', { message: 'All captions are past the end' });
    return fitting;
  } catch (error) {
    if (!(error instanceof CaptionsRefused)) throw error;
    const { kind, line } = error;
    const message = line === null ? reasons[kind] : `Line ${line}: ${reasons[kind]}`;
    throw new AppError(kind === 'too-large' ? 'TOO_LARGE' : 'UNSUPPORTED_MEDIA', { message });
  }
}

const reasons: Record<CaptionRefusal, string> = {
  'too-large': `Captions can have up to ${captionLimits.bytes / 1024} KB`,
  'not-utf8': 'Save the captions as UTF-8 and try once more',
  'unknown-format': 'Only WebVTT (.vtt) and SRT (.srt) files can be used',
  'no-time': 'here a caption has no time',
  'bad-time': 'this time cannot be read',
  'time-order': 'this caption ends before it begins',
  'too-long': `a caption can have ${captionLimits.signs} letters and ${captionLimits.lines} lines`,
  'too-many': `Captions can have up to ${captionLimits.cues} parts`,
  'too-many-at-once': `more than ${captionLimits.atOnce} captions at the same time`,
  empty: 'There are no captions in this file',
};
