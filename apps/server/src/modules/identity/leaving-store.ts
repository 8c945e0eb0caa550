import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** Null: the member came back. */
export async function setLeaving(db: Db, id: string, leaving: { at: Date; eraseAt: Date } | null): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ leaving_at: leaving?.at ?? null, erase_at: leaving?.eraseAt ?? null })
    .where('id', '=', id)
    .execute();
}

/** The ones of `ids` that are being deleted or were. */
export async function listLeaving(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('leaving_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Accounts that are to be erased and were not yet. */
export async function listLeft(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('leaving_at', 'is not', null)
    .where('erased_at', 'is', null)
    .where('erase_at', '<=', now)
    .orderBy('erase_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
