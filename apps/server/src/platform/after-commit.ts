import type { Kysely, Transaction } from 'kysely';
import type { Db } from './database.ts';
import type { DB } from './database-types.ts';

type Act = () => void | Promise<void>;
const waiting = new WeakMap<Db, Act[]>();

/** Runs `work` in a transaction, and once it is committed what `afterCommit` was given; a rollback runs none of it. */
export async function transact<Answer>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<Answer>,
): Promise<Answer> {
  const acts: Act[] = [];
  const answer = await db.transaction().execute((tx) => {
    waiting.set(tx, acts);
    return work(tx);
  });
  // Nobody waits for these: what is committed is so whatever becomes of them. A failure is logged as unhandled.
  for (const act of acts) void (async () => act())();
  return answer;
}

/** Whether `tx` was begun by `transact`. */
export const runsAfterCommit = (tx: Db): boolean => waiting.has(tx);

/** Leaves `act` to be run when the transaction is committed: telling browsers, never writing. Throws outside `transact`. */
export function afterCommit(tx: Db, act: Act): void {
  const acts = waiting.get(tx);
  if (!acts) throw new Error('afterCommit needs a transaction that was begun by transact');
  acts.push(act);
}
