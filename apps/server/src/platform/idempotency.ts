import { createHash } from 'node:crypto';
import type pg from 'pg';
import { watchCommits } from './commits.ts';
import { AppError } from './errors.ts';
import { newId } from './ids.ts';
import { type JobTask, jobKind, jobTask } from './jobs.ts';
import { sentence } from './words.ts';

export interface StoredResponse {
  status: number;
  body: string;
}

/** A key held by this caller until it stores a response or releases the key. */
export interface Claim {
  store(answer: StoredResponse): Promise<void>;
  release(): Promise<void>;
}

export interface IdempotencyStore {
  /**
   * Claims the key, or returns the stored response of an earlier identical request. Throws `REQUEST_IN_PROGRESS`,
   * `IDEMPOTENCY_KEY_REUSED`.
   */
  claim(ownerId: string, key: string, requestHash: Buffer): Promise<Claim | StoredResponse>;
  tasks: JobTask[];
}

const sweepKind = jobKind('idempotency.sweep', { maxAttempts: 2 });

/** A claim is renewed while its process runs; an older one was lost with its process, and may be taken over. */
const leaseSeconds = 60;
const renewIntervalMs = 15_000;

/** Keys live in PostgreSQL for two days. */
export function createIdempotencyStore(pool: pg.Pool, { renewMs = renewIntervalMs } = {}): IdempotencyStore {
  /**
   * Every update names the claim: a process that lost its lease can neither store a response nor release a key that
   * another one took over.
   */
  function hold(ownerId: string, key: string, claimId: string): Claim {
    const own = [ownerId, key, claimId];
    const renewal = setInterval(() => {
      pool
        .query(
          `update idempotency_keys set claimed_at = now()
             where owner_id = $1 and key = $2 and claim_id = $3 and status is null`,
          own,
        )
        .catch(() => {});
    }, renewMs);
    renewal.unref();
    return {
      async store({ status, body }) {
        clearInterval(renewal);
        await pool.query(
          'update idempotency_keys set status = $4, body = $5 where owner_id = $1 and key = $2 and claim_id = $3',
          [...own, status, body],
        );
      },
      async release() {
        clearInterval(renewal);
        await pool.query(
          'delete from idempotency_keys where owner_id = $1 and key = $2 and claim_id = $3 and status is null',
          own,
        );
      },
    };
  }

  return {
    async claim(ownerId, key, requestHash) {
      const claimId = newId();
      const claimed = await pool.query(
        `insert into idempotency_keys (owner_id, key, request_hash, claim_id) values ($1, $2, $3, $4)
         on conflict (owner_id, key) do update set claimed_at = now(), claim_id = excluded.claim_id
           where idempotency_keys.status is null
             and idempotency_keys.claimed_at < now() - make_interval(secs => $5)
             and idempotency_keys.request_hash = excluded.request_hash
         returning 1`,
        [ownerId, key, requestHash, claimId, leaseSeconds],
      );
      if (claimed.rowCount === 1) return hold(ownerId, key, claimId);
      const found = await pool.query<{ request_hash: Buffer; status: number | null; body: string | null }>(
        'select request_hash, status, body from idempotency_keys where owner_id = $1 and key = $2',
        [ownerId, key],
      );
      const row = found.rows[0];
      if (row && !row.request_hash.equals(requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      if (row?.status == null || row.body == null) throw new AppError('REQUEST_IN_PROGRESS');
      return { status: row.status, body: row.body };
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

const mayBeDone = sentence('This was done, or may have been, but its answer was lost. Look before you do it again');

interface OnceOptions {
  ownerId: string;
  key: string;
  request: unknown;
  status: number;
  /** True when `act` cannot detect its own earlier run under this key: it then never runs again after a commit. */
  atMostOnce: boolean;
  act(): Promise<string | undefined>;
}

/**
 * Runs `act` once per key. A refusal releases the key, so that the member can correct the cause and retry. After a
 * commit an error leaves the outcome unknown: with `atMostOnce` the key returns `CONFLICT` from then on.
 */
export async function runOnce(store: IdempotencyStore, job: OnceOptions): Promise<StoredResponse> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify(job.request ?? null))
    .digest();
  const claim = await store.claim(job.ownerId, job.key, requestHash);
  if ('status' in claim) return claim;
  return watchCommits(async (watch) => {
    let response: StoredResponse;
    try {
      response = { status: job.status, body: (await job.act()) ?? '' };
    } catch (error) {
      if (job.atMostOnce && watch.committed) {
        const { status, code, message } = new AppError('CONFLICT', { message: mayBeDone });
        await claim.store({ status, body: JSON.stringify({ message, code }) });
      } else await claim.release();
      throw error;
    }
    // Committed: failing to store the response must not release the key.
    await claim
      .store(response)
      .catch(() => claim.store(response))
      .catch(() => {});
    return response;
  });
}
