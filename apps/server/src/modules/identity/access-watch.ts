import { sql } from 'kysely';
import type pg from 'pg';
import type { AccessWatch } from '../../platform/realtime-connections.ts';
import * as sessionStore from './session-store.ts';

/** SQL expression: the number of the latest change of sessions or rights, as bigint. */
export const latestAccessChange = sql<string>`(select last from access_counter)`;

/** Follows `access_changes`, for callers that hold a session open longer than a request. */
export function createAccessWatch(pool: pg.Pool): AccessWatch {
  let position: string | null = null;
  return {
    get position() {
      return position;
    },
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
