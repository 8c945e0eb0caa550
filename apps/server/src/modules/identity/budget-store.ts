import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** Maximum clock difference between two processes. */
const clockSkewMs = 60_000;

/** One step of the generic cell rate algorithm; returns 0, or the wait in ms until an attempt is free. */
export async function takeAttempt(
  db: Db,
  budget: { key: Buffer; burst: number; everyMs: number; now: Date },
): Promise<number> {
  const { key, burst, everyMs, now } = budget;
  const after = new Date(now.getTime() + everyMs);
  const full = new Date(now.getTime() + everyMs * (burst - 1));
  const usedUp = new Date(now.getTime() + everyMs * burst);
  // No budget is spent further than this unless the clock went back; it then counts as just used up.
  const impossible = new Date(usedUp.getTime() + clockSkewMs);
  const taken = await db
    .insertInto('attempt_budgets')
    .values({ key, spent_until: after })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          spent_until: sql`case when attempt_budgets.spent_until > ${impossible} then ${usedUp}
            else greatest(attempt_budgets.spent_until, ${now}) + make_interval(secs => ${everyMs / 1000}) end`,
        })
        .where((where) =>
          where.or([
            where('attempt_budgets.spent_until', '<=', full),
            where('attempt_budgets.spent_until', '>', impossible),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  if (taken) return 0;
  const row = await db
    .selectFrom('attempt_budgets')
    .select('spent_until')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return Math.max(1, row.spent_until.getTime() - full.getTime());
}

export async function returnAttempt(db: Db, key: Buffer, everyMs: number): Promise<void> {
  await db
    .updateTable('attempt_budgets')
    .set({ spent_until: sql`spent_until - make_interval(secs => ${everyMs / 1000})` })
    .where('key', '=', key)
    .execute();
}

export async function deleteFreeBudgets(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('attempt_budgets').where('spent_until', '<', now).execute();
}
