import type { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import { clipLimits, uploadLimits } from '@vlam/contract/media';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { sniffPicture } from '../../platform/imagery/sharp.ts';
import { type Jobs, jobKind } from '../../platform/jobs.ts';
import type { OperatorSettings, SettingValues } from '../../platform/operator-settings.ts';
import { newStorageFolder } from '../../platform/storage.ts';
import { sentence } from '../../platform/words.ts';
import { ClipRefused, clipsWork } from './clip/process-clip.ts';
import { looksLikeClip, looksLikeSound } from './clip/sniff.ts';
import type { MediaKind, StoredMedia } from './media.ts';
import { PictureRefused } from './process-image.ts';
import { findMedia, insertMedia, isFetching, markProcessing, markUnusable, readUsage, setFetched } from './store.ts';
import { StreamRefused } from './stream/process-stream.ts';
import { listStale } from './sweep-store.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { UploadStore } from './upload-store.ts';

export const processUploadKind = jobKind<{ mediaId: string }>('media.process', { maxAttempts: 6 });
/** As `processUploadKind`, for a file that becomes a stream, which may take hours. */
export const processStreamKind = jobKind<{ mediaId: string }>('media.process-stream', { maxAttempts: 6 });

/** Uploads of one account in 24 hours, failed ones included: of a creator, and of other members. */
export const dailyQuota = { uploads: 200, bytes: 2 * 1024 ** 3 } as const;
export const memberQuota = { uploads: 50, bytes: 250 * 1024 ** 2 } as const;
/** Supported kinds. */
export type SentKind = 'image' | 'video' | 'audio';
const limitOf = (kind: SentKind, isStream: boolean, settings: SettingValues): number => {
  const allowed = settings[`${kind}Megabytes`] * 1024 ** 2;
  return Math.min(allowed, kind === 'video' && !isStream ? clipLimits.bytes : uploadLimits[kind]);
};
const dayMs = 86_400_000;
const resumeBatchSize = 500;
const fetchingMessage = sentence('A file of yours is being fetched. Wait until it is here');

interface UploadsDependencies {
  db: Database['db'];
  clock: Clock;
  jobs: Jobs;
  store: UploadStore;
  locks: UploadLocks;
  settings: Pick<OperatorSettings, 'recent'>;
}

interface Owner {
  accountId: string;
  isCreator: boolean;
}

interface NewFile {
  kind: SentKind;
  byteSize: number;
  isStream?: boolean;
  state?: 'uploading' | 'processing';
  /** Where it is fetched from: one of an account at a time, else `CONFLICT`. */
  importAddress?: string;
}

interface Reserved {
  id: string;
  storageKey: string;
}

export interface Uploads extends UploadStore {
  locks: UploadLocks;
  /** Reserves an id for a file of this size. Throws `TOO_LARGE`, `QUOTA_REACHED`, or `UNSUPPORTED_MEDIA` where clips cannot be opened. */
  reserve(owner: Owner, file: NewFile): Promise<Reserved>;
  /** As `reserve`, in a transaction that the caller begins afterwards and hands over. */
  prepareReserve(owner: Owner, file: NewFile): Promise<(tx: Db) => Promise<Reserved>>;
  /** The account's own upload. Throws `NOT_FOUND`, also for another account's. */
  find(ownerId: string, id: string): Promise<StoredMedia>;
  /** Bytes that a file which is fetched may have: by its kind, and by what its owner's day leaves. */
  bytesAllowed(file: Pick<StoredMedia, 'kind' | 'isStream' | 'ownerId' | 'byteSize'>): Promise<number>;
  /** Counts what has arrived of a file that is fetched. Returns whether it is still wanted. */
  countFetched(id: string, byteSize: number): Promise<boolean>;
  /** Stores a file that was fetched, and finishes it. Throws `UNSUPPORTED_MEDIA` for a file of another kind. */
  receive(media: Pick<StoredMedia, 'id' | 'kind'>, byteSize: number, open: () => Readable): Promise<void>;
  /** Called when the last byte has arrived; idempotent. Throws `UNSUPPORTED_MEDIA` for a file of another kind. */
  finish(id: string): Promise<void>;
  /**
   * Enqueues the files again that are still processing and were begun before a moment: a killed process may have run
   * their job, which the queue would keep locked for four hours. A file that a worker processes is left to it.
   */
  resumeProcessing(before: Date): Promise<void>;
  /** Cancels an unfinished upload; it still counts towards the daily quota. */
  cancel(id: string, reason: string): Promise<void>;
}

export function createUploads({ db, clock, jobs, store, locks, settings }: UploadsDependencies): Uploads {
  const enqueueProcessing = (connection: Db, { id: mediaId, isStream }: { id: string; isStream: boolean }) =>
    // A job that waits for its first run keeps its place; one that waits for a retry runs now.
    jobs.enqueue(
      connection,
      isStream ? processStreamKind : processUploadKind,
      { mediaId },
      { key: `media.process:${mediaId}`, keepRunAt: true },
    );

  const quotaReached = () => new AppError('QUOTA_REACHED', { message: 'You have reached the upload limit for today' });

  const uploads: Uploads = {
    ...store,
    locks,
    async bytesAllowed({ kind, isStream, ownerId, byteSize }) {
      const used = await db
        .transaction()
        .execute((transaction) => readUsage(transaction, ownerId, new Date(clock.now().getTime() - dayMs)));
      const left = dailyQuota.bytes - (used.bytes - byteSize);
      if (left <= 0) throw quotaReached();
      return Math.min(left, limitOf(kind, isStream, await settings.recent()));
    },
    countFetched: (id, byteSize) => setFetched(db, id, byteSize),
    async receive({ id, kind }, byteSize, open) {
      // First: what another run has brought since is not touched.
      if (!(await setFetched(db, id, byteSize))) return;
      // An earlier run may have been killed.
      await store.removeFile(id);
      await store.datastore.create(new Upload({ id, size: byteSize, offset: 0, metadata: { kind } }));
      await store.datastore.write(open(), id, 0);
      await uploads.finish(id);
      // It was removed during the upload: nothing processes it.
      const { state } = (await findMedia(db, id)) ?? {};
      if (state !== 'processing' && state !== 'ready') await store.removeFile(id);
    },
    reserve: async (owner, file) => db.transaction().execute(await uploads.prepareReserve(owner, file)),
    async prepareReserve(
      { accountId: ownerId, isCreator },
      { kind, byteSize, isStream = false, state = 'uploading', importAddress },
    ) {
      if (byteSize > limitOf(kind, isStream, await settings.recent())) throw new AppError('TOO_LARGE');
      if (kind !== 'image' && !(await clipsWork()))
        throw new AppError('UNSUPPORTED_MEDIA', { message: refusalOf({ kind, isStream }, 'unavailable') });
      const quota = isCreator ? dailyQuota : memberQuota;
      const now = clock.now();
      const media = {
        id: newId(now.getTime()),
        ownerId,
        kind,
        byteSize,
        state,
        isStream,
        storageKey: newStorageFolder(),
        createdAt: now,
        forLibrary: isCreator,
        importAddress,
      };
      return async (transaction) => {
        const used = await readUsage(transaction, ownerId, new Date(now.getTime() - dayMs));
        if (used.uploads >= quota.uploads || used.bytes + byteSize > quota.bytes) throw quotaReached();
        if (importAddress && (await isFetching(transaction, ownerId)))
          throw new AppError('CONFLICT', { message: fetchingMessage });
        await insertMedia(transaction, media);
        return media;
      };
    },
    async find(ownerId, id) {
      const media = await findMedia(db, id);
      if (media?.ownerId !== ownerId) throw new AppError('NOT_FOUND');
      return media;
    },
    async finish(id) {
      const { kind = 'image', byteSize = 0, isStream = false } = (await findMedia(db, id)) ?? {};
      await store.complete(id, byteSize);
      if (!isOfKind(await store.readStart(id, 64), kind)) {
        const reason = refusalOf({ kind, isStream }, 'unsupported');
        await uploads.cancel(id, reason);
        throw new AppError('UNSUPPORTED_MEDIA', { message: reason });
      }
      await db.transaction().execute(async (transaction) => {
        if (await markProcessing(transaction, id)) await enqueueProcessing(transaction, { id, isStream });
      });
    },
    async resumeProcessing(before) {
      for (const stale of await listStale(db, 'processing', before, resumeBatchSize))
        await enqueueProcessing(db, stale);
    },
    async cancel(id, reason) {
      await markUnusable(db, id, 'failed', reason);
      // While the storage is unavailable, the sweep removes the bytes later.
      await store.removeFile(id).catch(() => {});
    },
  };
  return uploads;
}

/** Whether the first bytes of a file match its kind. */
function isOfKind(start: Buffer, kind: MediaKind): boolean {
  if (kind === 'audio') return looksLikeSound(start);
  return kind === 'video' ? looksLikeClip(start) : sniffPicture(start) !== null;
}

function refusalOf(
  { kind, isStream }: { kind: MediaKind; isStream: boolean },
  refusal: 'unsupported' | 'unavailable',
): string {
  if (kind === 'image') return new PictureRefused('unsupported').reason;
  return (isStream ? new StreamRefused(refusal, kind) : new ClipRefused(refusal)).reason;
}
