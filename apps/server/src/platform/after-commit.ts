import type { Kysely, Transaction } from 'kysely';
import type { Db } from './database.ts';
import type { DB } from './database-types.ts';

type Action = () => void | Promise<void>;
const waiting = new WeakMap<Db, Action[]>();

/** Runs `work` in a transaction, then the actions given to `afterCommit`; a rollback runs none of them. */
export async function transact<Result>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  const actions: Action[] = [];
  const result = await db.transaction().execute((tx) => {
    waiting.set(tx, actions);
    return work(tx);
  });
  // Not awaited: the commit stands whether or not they succeed. A failure is logged as an unhandled rejection.
  for (const act of actions) void (async () => act())();
  return result;
}

/** Whether `tx` was begun by `transact`. */
export const runsAfterCommit = (tx: Db): boolean => waiting.has(tx);

/** Schedules `act` to run after the commit: for publishing, never for writing. Throws outside `transact`. */
export function afterCommit(tx: Db, act: Action): void {
  const acts = waiting.get(tx);
  if (!acts) throw new Error('afterCommit needs a transaction that was begun by transact');
  acts.push(act);
}
