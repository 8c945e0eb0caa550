import type { Readable } from 'node:stream';
import type { Db } from '../../platform/database.ts';
import type { Storage } from '../../platform/storage.ts';
import type { Packager } from './packager.ts';
import { initName, parseName, renderPlaylist, renderReplay, segmentName } from './playlist.ts';
import * as store from './segment-store.ts';
import type { Streams } from './streams.ts';

export interface StreamFiles {
  /**
   * The playlist. With `wait` it is held until that segment, or that part of it, exists: three seconds at most. A
   * process that does not receive the show lists whole segments from storage.
   */
  playlist(
    liveId: string,
    options: {
      wait: { number: number; part: number | undefined } | null;
      /** Follows each address. */
      query: string;
    },
  ): Promise<string>;
  /** A file of the show; undefined when there is none of this name. */
  find(liveId: string, name: string): Promise<Buffer | Readable | undefined>;
  /** The playlist of the whole show, with a query after each address; undefined when nothing of it is stored. */
  replay(liveId: string, query: string): Promise<string | undefined>;
  /** A file of the replay. */
  findKept(liveId: string, name: string): Promise<Readable | undefined>;
}

const holdMs = 3_000;
const storedSegments = 6;
/** Where the query of an address is put in. */
const queryMark = '\0';

export function createStreamFiles(deps: { db: Db; storage: Storage; streams: Streams }): StreamFiles {
  const { db, storage, streams } = deps;

  async function readStored(key: string): Promise<Readable | undefined> {
    return (await storage.stat(key)) ? storage.read(key) : undefined;
  }

  /** The list of each show without the queries, which differ for viewers: hundreds ask for it at once. */
  const rendered = new WeakMap<Packager, { state: string; pieces: string[] }>();

  function piecesOf(packager: Packager): string[] {
    const { segments, open } = packager;
    const last = segments.at(-1);
    const state = [last?.number, last?.epoch, open?.number, open?.epoch, open?.parts.length].join();
    const known = rendered.get(packager);
    if (known?.state === state) return known.pieces;
    const next = (open ?? last)?.number ?? -1;
    const address = (name: string) => name + queryMark;
    const list = renderPlaylist({ segments, open, next: next + 1, isLowLatency: true, address });
    const pieces = list.split(queryMark);
    rendered.set(packager, { state, pieces });
    return pieces;
  }

  return {
    async playlist(liveId, { wait, query }) {
      const stream = streams.find(liveId);
      if (stream) {
        const { packager } = stream;
        if (wait) await packager.waitFor(wait.number, wait.part, holdMs);
        return piecesOf(packager).join(query);
      }
      const stored = await store.listSegments(db, liveId, storedSegments);
      // Numbers of a list are consecutive.
      const gap = stored.findLastIndex(
        ({ number }, index) => index > 0 && number !== (stored[index - 1]?.number ?? 0) + 1,
      );
      const rows = stored.slice(Math.max(0, gap));
      const next = (rows.at(-1)?.number ?? -1) + 1;
      const address = (name: string) => name + query;
      return renderPlaylist({ segments: rows, open: null, next, isLowLatency: false, address });
    },

    async replay(liveId, query) {
      const segments = await store.listKept(db, liveId);
      return segments.length > 0 ? renderReplay(segments, query) : undefined;
    },

    async findKept(liveId, name) {
      const wanted = parseName(name);
      if (!wanted || 'part' in wanted) return undefined;
      const folder = await store.findKeptFolder(db, liveId, wanted);
      return folder ? readStored(`${folder}/${name}`) : undefined;
    },

    async find(liveId, name) {
      const wanted = parseName(name);
      if (!wanted) return undefined;
      const packager = streams.find(liveId)?.packager;
      if ('epoch' in wanted) {
        const init = packager?.initOf(wanted.epoch);
        if (init) return init;
        const folder = await store.findFolder(db, liveId, wanted.epoch);
        return folder ? readStored(`${folder}/${initName(wanted.epoch)}`) : undefined;
      }
      const { number } = wanted;
      if ('part' in wanted) {
        // A hinted part is asked for before it exists.
        await packager?.waitFor(number, wanted.part, holdMs);
        const segment = [...(packager?.segments ?? []), packager?.open].find((each) => each?.number === number);
        return segment?.parts[wanted.part]?.data;
      }
      const finished = packager?.segments.find((each) => each.number === number);
      if (finished) return Buffer.concat(finished.parts.map(({ data }) => data));
      const row = await store.findSegment(db, liveId, number);
      return row && readStored(`${row.folder}/${segmentName(number)}`);
    },
  };
}
