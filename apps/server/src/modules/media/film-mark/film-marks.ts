import { createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../../platform/config.ts';
import type { Database, Db } from '../../../platform/database.ts';
import { type Jobs, type JobTask, jobKind, jobTask } from '../../../platform/jobs.ts';
import type { Storage } from '../../../platform/storage.ts';
import type { EncodeAlone } from '../encode-alone.ts';
import { createFilmTraces, type FilmTraces } from './film-traces.ts';
import { createMakeVariants } from './make-variants.ts';
import { isMarkPending, listMarkPending, listUnmarkedTwins, setMarked } from './variant-store.ts';
import { createViewerVariants, type ViewerVariants } from './viewer-variants.ts';

const makeVariantsKind = jobKind<{ mediaId: string }>('media.make-variants');
const jobKeyOf = (mediaId: string) => `media.variants:${mediaId}`;

/** What other modules ask of the marks in films. */
export interface FilmMarks extends FilmTraces {
  /**
   * From the caller's commit on, everyone but their owner plays copies of these films and clips that are marked for
   * them; until a job has encoded the variants they get `MEDIA_NOT_READY`. Other files, and films that are marked, are
   * left alone. Their owner's other uses of the same bytes, free ones too, follow when their variants are there: until
   * then they play on.
   */
  markFilms(tx: Db, mediaIds: readonly string[]): Promise<void>;
  /** As `markFilms` marks other uses, for a use that is new: no effect unless its bytes are sold elsewhere. */
  markNewUse(db: Db, mediaId: string): Promise<void>;
  /** Whether one of these films has to be marked and is still being prepared. */
  isMarkPending(db: Db, mediaIds: readonly string[]): Promise<boolean>;
}

interface FilmMarksDependencies {
  config: Pick<Config, 'dataDir' | 'keys'>;
  db: Database['db'];
  jobs: Jobs;
  storage: Storage;
  encodeAlone: EncodeAlone;
}

export function createFilmMarks({ config, db, jobs, storage, encodeAlone }: FilmMarksDependencies): {
  face: FilmMarks;
  variants: ViewerVariants;
  /** Enqueues what a killed process was encoding. */
  resume(): Promise<void>;
  task: JobTask;
} {
  // A key object: from bytes, each code word would first create one.
  const markKey = createSecretKey(config.keys.lookup('film marks'));
  const makeVariants = createMakeVariants({ db, storage, markKey, workFolder: join(config.dataDir, 'clips') });
  const queue = (connection: Db, mediaId: string) =>
    jobs.enqueue(connection, makeVariantsKind, { mediaId }, { key: jobKeyOf(mediaId), keepRunAt: true });
  return {
    face: {
      ...createFilmTraces({ db, storage, markKey }),
      async markFilms(tx, mediaIds) {
        for (const mediaId of await setMarked(tx, mediaIds)) await queue(tx, mediaId);
        for (const mediaId of await listUnmarkedTwins(tx, mediaIds)) await queue(tx, mediaId);
      },
      async markNewUse(connection, mediaId) {
        for (const twinId of await listUnmarkedTwins(connection, [mediaId])) await queue(connection, twinId);
      },
      isMarkPending,
    },
    variants: createViewerVariants({ db, markKey }),
    async resume() {
      for (const mediaId of [...(await listMarkPending(db)), ...(await listUnmarkedTwins(db))])
        await queue(db, mediaId);
    },
    task: jobTask(makeVariantsKind, ({ mediaId }) =>
      encodeAlone({ kind: makeVariantsKind, mediaId, key: jobKeyOf(mediaId) }, () => makeVariants(mediaId)),
    ),
  };
}
