import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { JobKind, Jobs } from '../../platform/jobs.ts';
import type { UploadLocks } from './upload-locks.ts';

export interface Encoding {
  kind: JobKind<{ mediaId: string }>;
  mediaId: string;
  /** Of the job, when it has to wait. */
  key: string;
}

export type EncodeAlone = (encoding: Encoding, encode: () => Promise<void>) => Promise<void>;

const nextAfterMs = 10_000;

/** Encodes one film at a time in this process; those that wait keep no other job waiting: it may take hours. */
export function createEncodeAlone({
  db,
  clock,
  jobs,
  locks,
}: {
  db: Database['db'];
  clock: Clock;
  jobs: Jobs;
  locks: Pick<UploadLocks, 'alone'>;
}): EncodeAlone {
  let isEncoding = false;
  return async ({ kind, mediaId, key }, encode) => {
    if (isEncoding) {
      await jobs.enqueue(db, kind, { mediaId }, { key, runAt: new Date(clock.now().getTime() + nextAfterMs) });
      return;
    }
    isEncoding = true;
    try {
      await locks.alone(mediaId, encode);
    } finally {
      isEncoding = false;
    }
  };
}
