import { createHash } from 'node:crypto';
import type pg from 'pg';
import { watchCommits } from './commits.ts';
import { AppError } from './errors.ts';
import { newId } from './ids.ts';
import { type JobTask, jobKind, jobTask } from './jobs.ts';

export interface StoredAnswer {
  status: number;
  body: string;
}

/** A key that this caller holds until it answers or frees it. */
export interface Claim {
  keep(answer: StoredAnswer): Promise<void>;
  release(): Promise<void>;
}

export interface IdempotencyStore {
  /** Claims the key, or answers the stored answer of an earlier identical request. Throws `REQUEST_IN_PROGRESS`, `IDEMPOTENCY_KEY_REUSED`. */
  claim(ownerId: string, key: string, requestHash: Buffer): Promise<Claim | StoredAnswer>;
  tasks: JobTask[];
}

const sweepKind = jobKind('idempotency.sweep', { maxAttempts: 2 });

/** A claim is renewed while its process runs; one that is older was lost with its process, and may be taken over. */
const leaseSeconds = 60;
const renewEveryMs = 15_000;

/** Keys live in PostgreSQL for two days. */
export function createIdempotencyStore(pool: pg.Pool, { renewMs = renewEveryMs } = {}): IdempotencyStore {
  /** Every change names the claim: a process that lost its lease can neither answer nor free what another one took over. */
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
      async keep({ status, body }) {
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

const mayBeDone = 'This was done, or may have been, but its answer was lost. Look before you do it again';

interface OnceJob {
  ownerId: string;
  key: string;
  request: unknown;
  status: number;
  /** Whether `act` does not find by itself what it did under this key before: then it never runs again after a commit. */
  neverAgain: boolean;
  act(): Promise<string | undefined>;
}

/**
 * Runs `act` once per key; a refusal frees the key, so that the person can correct the cause and try again. What threw
 * after a commit is done or may be: under `neverAgain` its key answers `CONFLICT` from then on.
 */
export async function runOnce(store: IdempotencyStore, job: OnceJob): Promise<StoredAnswer> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify(job.request ?? null))
    .digest();
  const claim = await store.claim(job.ownerId, job.key, requestHash);
  if ('status' in claim) return claim;
  return watchCommits(async (watch) => {
    let answer: StoredAnswer;
    try {
      answer = { status: job.status, body: (await job.act()) ?? '' };
    } catch (error) {
      if (job.neverAgain && watch.committed) {
        const { status, code, message } = new AppError('CONFLICT', { message: mayBeDone });
        await claim.keep({ status, body: JSON.stringify({ message, code }) });
      } else await claim.release();
      throw error;
    }
    // Done: an answer that cannot be kept now must not free the key.
    await claim
      .keep(answer)
      .catch(() => claim.keep(answer))
      .catch(() => {});
    return answer;
  });
}
