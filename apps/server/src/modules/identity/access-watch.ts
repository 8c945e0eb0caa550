import type pg from 'pg';
import * as sessionStore from './session-store.ts';

/** Reports accounts whose session state changed since the last check. */
export interface AccessWatch {
  /** Account ids; null when any account may have changed: at the first check, and after too many changes. */
  changed(): Promise<readonly string[] | null>;
}

/** Follows `access_changes`, for callers that hold a session open longer than a request. */
export function createAccessWatch(pool: pg.Pool): AccessWatch {
  let position: string | null = null;
  return {
    async changed() {
      const changes = position === null ? null : await sessionStore.accessChangesSince(pool, position);
      if (changes === null) {
        position = await sessionStore.lastAccessChange(pool);
        return null;
      }
      position = changes.at(-1)?.id ?? position;
      return changes.map((change) => change.account_id);
    },
  };
}
