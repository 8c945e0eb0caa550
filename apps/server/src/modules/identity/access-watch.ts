import type pg from 'pg';
import * as sessionStore from './session-store.ts';

/** Tells whose standing or sessions changed since the last look. */
export interface AccessWatch {
  /** Account ids; null when it may be anybody: at the first look, and after too much has happened. */
  changed(): Promise<readonly string[] | null>;
}

/** Follows `access_changes`, for those who hold a session open longer than a request. */
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
