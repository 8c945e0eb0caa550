import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { SafetyPlans } from '../../platform/database-types.ts';

export type PlanRow = Selectable<SafetyPlans>;

/** Serialises plans of this member and plans with this contact: both have a quota. */
export async function lockSharing(db: Db, accountId: string, contactIndex: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${[`plans ${accountId}`, `plans ${contactIndex.toString('hex')}`].sort()}::text[]) as name`.execute(db);
}

/** How many plans this member made, and how many went to this contact, since a moment. */
export async function countSince(
  db: Db,
  wanted: { accountId: string; contactIndex: Buffer; since: Date },
): Promise<{ own: number; toContact: number }> {
  const { rows } = await sql<{ own: number; to_contact: number }>`select
      (select count(*)::int from safety_plans where account_id = ${wanted.accountId} and created_at > ${wanted.since}) as own,
      (select count(*)::int from safety_plans where contact_index = ${wanted.contactIndex} and created_at > ${wanted.since}) as to_contact`.execute(
    db,
  );
  return { own: rows[0]?.own ?? 0, toContact: rows[0]?.to_contact ?? 0 };
}

export async function hasStopped(db: Db, contactIndex: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('safety_contact_opt_outs')
    .select('contact_index')
    .where('contact_index', '=', contactIndex)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this is their first request. */
export async function insertStop(db: Db, contactIndex: Buffer, at: Date): Promise<boolean> {
  const made = await db
    .insertInto('safety_contact_opt_outs')
    .values({ contact_index: contactIndex, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('contact_index')
    .executeTakeFirst();
  return made !== undefined;
}

/** Accounts with a current plan for this contact. */
export async function listWaitingOn(db: Db, contactIndex: Buffer): Promise<string[]> {
  const rows = await db
    .selectFrom('safety_plans')
    .select('account_id')
    .distinct()
    .where('contact_index', '=', contactIndex)
    .where('state', 'in', ['open', 'overdue'])
    .execute();
  return rows.map((row) => row.account_id);
}

export const insertPlan = (db: Db, row: Insertable<SafetyPlans>): Promise<PlanRow> =>
  db.insertInto('safety_plans').values(row).returningAll().executeTakeFirstOrThrow();

/** Locks the plan. */
export async function lockPlan(db: Db, id: string): Promise<PlanRow | undefined> {
  return db.selectFrom('safety_plans').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export const updatePlan = (db: Db, id: string, change: Updateable<SafetyPlans>): Promise<PlanRow> =>
  db.updateTable('safety_plans').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** The latest plan of a member. */
export async function listOwn(db: Db, accountId: string, limit: number): Promise<PlanRow[]> {
  return db
    .selectFrom('safety_plans')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findByToken(db: Db, tokenHash: Buffer): Promise<PlanRow | undefined> {
  return db.selectFrom('safety_plans').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Overdue plans without a check-in whose contact can be alerted, longest overdue first. */
export async function listDue(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('safety_plans')
    .select('id')
    .where('state', 'in', ['open', 'overdue'])
    .where('back_by', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('safety_contact_opt_outs').whereRef(
            'safety_contact_opt_outs.contact_index',
            '=',
            'safety_plans.contact_index',
          ),
        ),
      ),
    )
    .orderBy('back_by')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function deleteOld(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('safety_plans').where('back_by', '<', before).execute();
}
