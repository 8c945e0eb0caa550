import type pg from 'pg';
import { createLane } from '../../platform/lane.ts';
import type { SessionRow } from './session-store.ts';
import * as sessionStore from './session-store.ts';

const maxCachedSessions = 50_000;
/** Changes are deleted after a day; a cache that has not checked for this long is cleared instead. */
const trustedForMs = 3_600_000;

export interface FoundSession {
  row: SessionRow;
  /** Read earlier: nothing that ends or limits it has changed since, but `last_seen_at` may be newer. */
  cached: boolean;
}

export interface SessionMemory {
  /** The session with this hash (SHA-256, hexadecimal). `fresh` reads its row from the database. */
  find(tokenHash: string, options?: { fresh?: boolean }): Promise<FoundSession | null>;
}

/**
 * Reads the sessions of concurrent requests together. A cached row is trusted only after a check, begun after the
 * request arrived, of which accounts and sessions have changed: the next request of any process sees an ended session.
 * Unknown tokens are never cached.
 */
export function createSessionMemory(pool: pg.Pool, nowMs: () => number = () => performance.now()): SessionMemory {
  const rows = new Map<string, SessionRow>();
  const hashesOf = new Map<string, Set<string>>();
  let position: string | null = null;
  let checkedAt = 0;

  function clearAll(): void {
    rows.clear();
    hashesOf.clear();
  }
  function evictAccount(accountId: string): void {
    for (const hash of hashesOf.get(accountId) ?? []) rows.delete(hash);
    hashesOf.delete(accountId);
  }
  function remember(hash: string, row: SessionRow): void {
    if (rows.size >= maxCachedSessions) clearAll();
    rows.set(hash, row);
    const hashes = hashesOf.get(row.account_id);
    if (hashes) hashes.add(hash);
    else hashesOf.set(row.account_id, new Set([hash]));
  }

  async function followChanges(): Promise<void> {
    const changes = position === null ? null : await sessionStore.accessChangesSince(pool, position);
    if (position === null || changes === null || nowMs() - checkedAt > trustedForMs) {
      clearAll();
      // Before any row is read: the next check covers changes from here on.
      position = await sessionStore.lastAccessChange(pool);
    } else
      for (const change of changes) {
        evictAccount(change.account_id);
        position = change.id;
      }
    checkedAt = nowMs();
  }

  const lane = createLane<{ hash: string; fresh: boolean }, FoundSession | null>({
    name: 'sessions.find',
    limit: 500,
    async call(wanted) {
      await followChanges();
      const results = wanted.map(({ hash, fresh }): FoundSession | null => {
        const row = fresh ? undefined : rows.get(hash);
        return row ? { row, cached: true } : null;
      });
      const missing = new Set(wanted.filter((_, index) => results[index] === null).map(({ hash }) => hash));
      if (missing.size === 0) return results;
      const found = await sessionStore.findSessions(pool, [...missing]);
      for (const hash of missing) {
        const row = found.get(hash);
        if (row) remember(hash, row);
      }
      return results.map((result, index) => {
        const row = found.get(wanted[index]?.hash ?? '');
        return result ?? (row ? { row, cached: false } : null);
      });
    },
  });
  return { find: (hash, { fresh = false } = {}) => lane.send({ hash, fresh }) };
}
