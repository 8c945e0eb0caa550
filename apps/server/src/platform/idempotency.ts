import { createHash } from 'node:crypto';
import type pg from 'pg';
import { AppError } from './errors.ts';
import { type JobTask, jobKind, jobTask } from './jobs.ts';

export interface StoredAnswer {
  status: number;
  body: string;
}

export interface IdempotencyStore {
  /** Claims the key. Answers the stored answer of an earlier identical request, or null when this caller must act. */
  claim(ownerId: string, key: string, requestHash: Buffer): Promise<StoredAnswer | null>;
  keep(ownerId: string, key: string, answer: StoredAnswer): Promise<void>;
  release(ownerId: string, key: string): Promise<void>;
  tasks: JobTask[];
}

const sweepKind = jobKind('idempotency.sweep', { maxAttempts: 2 });

/** Keys live in PostgreSQL for two days; a claim older than a minute without an answer was lost with its process and may be taken over. */
export function createIdempotencyStore(pool: pg.Pool): IdempotencyStore {
  return {
    async claim(ownerId, key, requestHash) {
      const claimed = await pool.query(
        `insert into idempotency_keys (owner_id, key, request_hash) values ($1, $2, $3)
         on conflict (owner_id, key) do update set claimed_at = now()
           where idempotency_keys.status is null and idempotency_keys.claimed_at < now() - interval '1 minute'
             and idempotency_keys.request_hash = excluded.request_hash
         returning 1`,
        [ownerId, key, requestHash],
      );
      if (claimed.rowCount === 1) return null;
      const found = await pool.query<{ request_hash: Buffer; status: number | null; body: string | null }>(
        'select request_hash, status, body from idempotency_keys where owner_id = $1 and key = $2',
        [ownerId, key],
      );
      const row = found.rows[0];
      if (row && !row.request_hash.equals(requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      if (row?.status == null || row.body == null) throw new AppError('REQUEST_IN_PROGRESS');
      return { status: row.status, body: row.body };
    },
    async keep(ownerId, key, answer) {
      await pool.query('update idempotency_keys set status = $3, body = $4 where owner_id = $1 and key = $2', [
        ownerId,
        key,
        answer.status,
        answer.body,
      ]);
    },
    async release(ownerId, key) {
      await pool.query('delete from idempotency_keys where owner_id = $1 and key = $2 and status is null', [
        ownerId,
        key,
      ]);
    },
    tasks: [
      jobTask(
        sweepKind,
        async () =>
          void (await pool.query(`delete from idempotency_keys where claimed_at < now() - interval '2 days'`)),
        { cron: '23 * * * *' },
      ),
    ],
  };
}

/** Runs `act` once per key; a refusal frees the key, so that the person can correct the cause and try again. */
export async function runOnce(
  store: IdempotencyStore,
  job: { ownerId: string; key: string; request: unknown; status: number; act(): Promise<string | undefined> },
): Promise<StoredAnswer> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify(job.request ?? null))
    .digest();
  const earlier = await store.claim(job.ownerId, job.key, requestHash);
  if (earlier) return earlier;
  try {
    const answer = { status: job.status, body: (await job.act()) ?? '' };
    await store.keep(job.ownerId, job.key, answer);
    return answer;
  } catch (error) {
    await store.release(job.ownerId, job.key);
    throw error;
  }
}
