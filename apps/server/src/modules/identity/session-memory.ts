import type pg from 'pg';
import { createLane } from '../../platform/lane.ts';
import type { SessionRow } from './session-store.ts';
import * as sessionStore from './session-store.ts';

const rememberAtMost = 50_000;
/** Changes are kept for a day; a memory that has not looked for this long is emptied instead. */
const trustedForMs = 3_600_000;

export interface FoundSession {
  row: SessionRow;
  /** Read earlier: nothing that ends or limits it has changed since, but `last_seen_at` may have moved on. */
  remembered: boolean;
}

export interface SessionMemory {
  /** The session with this hash (SHA-256, hexadecimal). `fresh` reads its row again. */
  find(tokenHash: string, options?: { fresh?: boolean }): Promise<FoundSession | null>;
}

/**
 * Reads sessions for all requests of a moment at once. A row is remembered, and trusted only after a look, made after
 * the request came in, at which accounts and sessions have changed since: what ended a session is seen by the next
 * request of any process. A token that names nothing is never remembered.
 */
export function createSessionMemory(pool: pg.Pool, nowMs: () => number = () => performance.now()): SessionMemory {
  const rows = new Map<string, SessionRow>();
  const hashesOf = new Map<string, Set<string>>();
  let position: string | null = null;
  let lookedAt = 0;

  function forgetAll(): void {
    rows.clear();
    hashesOf.clear();
  }
  function forgetAccount(accountId: string): void {
    for (const hash of hashesOf.get(accountId) ?? []) rows.delete(hash);
    hashesOf.delete(accountId);
  }
  function remember(hash: string, row: SessionRow): void {
    if (rows.size >= rememberAtMost) forgetAll();
    rows.set(hash, row);
    const hashes = hashesOf.get(row.account_id);
    if (hashes) hashes.add(hash);
    else hashesOf.set(row.account_id, new Set([hash]));
  }

  async function followChanges(): Promise<void> {
    const changes = position === null ? null : await sessionStore.accessChangesSince(pool, position);
    if (position === null || changes === null || nowMs() - lookedAt > trustedForMs) {
      forgetAll();
      // Before any row is read: what changes after this is in the next look.
      position = await sessionStore.lastAccessChange(pool);
    } else
      for (const change of changes) {
        forgetAccount(change.account_id);
        position = change.id;
      }
    lookedAt = nowMs();
  }

  const lane = createLane<{ hash: string; fresh: boolean }, FoundSession | null>({
    limit: 500,
    async call(wanted) {
      await followChanges();
      const answers = wanted.map(({ hash, fresh }): FoundSession | null => {
        const row = fresh ? undefined : rows.get(hash);
        return row ? { row, remembered: true } : null;
      });
      const missing = new Set(wanted.filter((_, index) => answers[index] === null).map(({ hash }) => hash));
      if (missing.size === 0) return answers;
      const found = await sessionStore.findSessions(pool, [...missing]);
      for (const hash of missing) {
        const row = found.get(hash);
        if (row) remember(hash, row);
      }
      return answers.map((answer, index) => {
        const row = found.get(wanted[index]?.hash ?? '');
        return answer ?? (row ? { row, remembered: false } : null);
      });
    },
  });
  return { find: (hash, { fresh = false } = {}) => lane.send({ hash, fresh }) };
}
