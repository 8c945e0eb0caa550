import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { errorFields, type Logger } from '../../platform/logger.ts';
import { newStorageFolder, type Storage } from '../../platform/storage.ts';
import type { Tracks } from './cmaf.ts';
import { createPackager, type Packager, type Segment } from './packager.ts';
import { initName, segmentName } from './playlist.ts';
import * as store from './segment-store.ts';

/** A show that this process receives. */
export interface Stream {
  packager: Packager;
  epoch: number;
  /** Closes the connection of the broadcasting browser. */
  close(code: number): void;
}

export interface Streams {
  find(liveId: string): Stream | undefined;
  ids(): string[];
  /** A connection begins; the one before it in this process has been closed with `replaced`. */
  open(show: store.ConnectedShow, tracks: Tracks, close: Stream['close']): Stream;
  /** Removes the show from memory: viewers read it from storage, or it is over. */
  drop(liveId: string): void;
  /** Resolves when every finished segment so far is stored. */
  settled(): Promise<void>;
}

/** Segments of one show that wait in memory for the storage; later ones are left out of it. */
const maxQueued = 5;
/** Segments of a folder; folders that no replay needs are removed while the show runs. */
const segmentsPerFolder = 60;

interface Stored {
  folder: string | null;
  /** Without those of the replay. */
  folders: string[];
  written: number;
  /** Milliseconds that the replay still takes. */
  keepMs: number;
  isKept: boolean;
}

export function createStreams(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  storage: Storage;
  transact<Result>(work: (tx: Db) => Promise<Result>): Promise<Result>;
  /** In the transaction that stores the first segment of a show. */
  onFirstPicture(tx: Db, liveId: string): Promise<void>;
}): Streams {
  const { db, clock, logger, storage } = deps;
  const streams = new Map<string, Stream & Stored>();
  /** Segments that are being stored, and wait for it, by show. */
  const storing = new Map<string, { last: Promise<unknown>; queued: number }>();

  async function removeFolder(liveId: string, folder: string): Promise<void> {
    await store.deleteFolderRows(db, liveId, folder);
    await storage.removeFolder(folder);
  }

  async function storeSegment(liveId: string, { number, epoch, ms, at, parts }: Segment, init: Buffer): Promise<void> {
    const stream = streams.get(liveId);
    if (!stream) return;
    const isKept = stream.keepMs > 0;
    if (!stream.folder || stream.written % segmentsPerFolder === 0 || stream.isKept !== isKept) {
      stream.folder = newStorageFolder();
      if (!isKept) stream.folders.push(stream.folder);
    }
    const { folder } = stream;
    stream.isKept = isKept;
    stream.written += 1;
    stream.keepMs -= ms;
    await storage.put(`${folder}/${initName(epoch)}`, init);
    await storage.put(`${folder}/${segmentName(number)}`, Buffer.concat(parts.map(({ data }) => data)));
    await deps.transact(async (tx) => {
      const row = { live_id: liveId, number, epoch, ms: Math.round(ms), folder, at, kept: isKept };
      if (await store.insertSegment(tx, row, clock.now())) await deps.onFirstPicture(tx, liveId);
    });
    while (stream.folders.length > 2) await removeFolder(liveId, stream.folders.shift() as string);
  }

  function keep(liveId: string, segment: Segment, init: Buffer | undefined): void {
    if (!init) return;
    const { last, queued } = storing.get(liveId) ?? { last: Promise.resolve(), queued: 0 };
    if (queued >= maxQueued) {
      logger.warn('a segment of a show was not stored: storage is too slow', { liveId });
      return;
    }
    const next = last
      .then(() => storeSegment(liveId, segment, init))
      .catch((error) => logger.warn('a segment of a show was not stored', errorFields(error)))
      .finally(() => {
        const now = storing.get(liveId);
        if (now && now.queued > 1) now.queued -= 1;
        else storing.delete(liveId);
      });
    storing.set(liveId, { last: next, queued: queued + 1 });
  }

  return {
    find: (liveId) => streams.get(liveId),
    ids: () => [...streams.keys()],
    open({ id, epoch, nextNumber, keepMs }, tracks, close) {
      const before = streams.get(id);
      const packager =
        before?.packager ??
        createPackager({
          firstNumber: nextNumber,
          now: clock.now,
          onSegment: (segment) => keep(id, segment, packager.initOf(segment.epoch)),
        });
      packager.begin(epoch, tracks);
      const stored = before ?? { folder: null, folders: [], written: 0, keepMs, isKept: false };
      const stream = { ...stored, packager, epoch, close };
      streams.set(id, stream);
      return stream;
    },
    drop: (liveId) => void streams.delete(liveId),
    settled: async () => void (await Promise.all([...storing.values()].map(({ last }) => last))),
  };
}
