import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { Breaches, BreachNotices, BreachStepKinds, BreachSteps } from '../../../platform/database-types.ts';

/** Dates as text. */
export type BreachRow = Omit<Selectable<Breaches>, 'happened_on'> & { happened_on: string | null };
export type StepKindRow = Selectable<BreachStepKinds>;
export type StepRow = Selectable<BreachSteps>;
export type NoticeRow = Selectable<BreachNotices>;

const listed = 100;
const day = sql<string | null>`to_char(happened_on, 'YYYY-MM-DD')`.as('happened_on');

export const listStepKinds = (db: Db): Promise<StepKindRow[]> =>
  db.selectFrom('breach_step_kinds').selectAll().orderBy('position').execute();

export const listBreaches = (db: Db): Promise<BreachRow[]> =>
  db
    .selectFrom('breaches')
    .selectAll()
    .select(day)
    .orderBy('known_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listed)
    .execute();

export const lockBreach = (db: Db, id: string): Promise<BreachRow | undefined> =>
  db.selectFrom('breaches').selectAll().select(day).where('id', '=', id).forUpdate().executeTakeFirst();

export async function insertBreach(db: Db, row: Insertable<Breaches>): Promise<void> {
  await db.insertInto('breaches').values(row).execute();
}

export async function updateBreach(db: Db, id: string, change: Updateable<Breaches>): Promise<void> {
  await db.updateTable('breaches').set(change).where('id', '=', id).execute();
}

export async function listSteps(db: Db, breachIds: readonly string[]): Promise<StepRow[]> {
  if (breachIds.length === 0) return [];
  return db
    .selectFrom('breach_steps')
    .selectAll()
    .where('breach_id', 'in', [...breachIds])
    .execute();
}

/** Returns false when it was done already. */
export async function insertStep(db: Db, row: Insertable<BreachSteps>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('breach_steps')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export async function addAccounts(db: Db, breachId: string, accountIds: readonly string[]): Promise<void> {
  await sql`insert into breach_accounts (breach_id, account_id)
    select ${breachId}, unnest(${[...accountIds]}::uuid[]) on conflict do nothing`.execute(db);
}

export async function countAccounts(db: Db, breachId: string): Promise<{ accounts: number; notified: number }> {
  const { rows } = await sql<{ accounts: number; notified: number }>`
    select count(*)::int as accounts, count(notified_at)::int as notified from breach_accounts
      where breach_id = ${breachId}`.execute(db);
  return rows[0] ?? { accounts: 0, notified: 0 };
}

/** Accounts that were not notified yet, locked and marked as notified. */
export async function takeWaiting(
  db: Db,
  { id: noticeId, breach_id: breachId }: Pick<NoticeRow, 'id' | 'breach_id'>,
  at: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    update breach_accounts set notified_at = ${at}, notice_id = ${noticeId}
      where breach_id = ${breachId} and account_id = any (array(
        select account_id from breach_accounts where breach_id = ${breachId} and notified_at is null
          order by account_id limit ${limit} for update skip locked))
      returning account_id`.execute(db);
  return rows.map(({ account_id: accountId }) => accountId);
}

export const findWaitingNotice = (db: Db, breachId: string): Promise<NoticeRow | undefined> =>
  db
    .selectFrom('breach_notices')
    .selectAll()
    .where('breach_id', '=', breachId)
    .where('decided_at', 'is', null)
    .executeTakeFirst();

export const findNotice = (db: Db, id: string): Promise<NoticeRow | undefined> =>
  db.selectFrom('breach_notices').selectAll().where('id', '=', id).executeTakeFirst();

export async function insertNotice(db: Db, row: Insertable<BreachNotices>): Promise<void> {
  await db.insertInto('breach_notices').values(row).execute();
}

export async function updateNotice(db: Db, id: string, change: Updateable<BreachNotices>): Promise<void> {
  await db.updateTable('breach_notices').set(change).where('id', '=', id).execute();
}

/** Notices to an account, newest first. */
export const listNoticesTo = (
  db: Db,
  accountId: string,
): Promise<{ number: string; text: string; at: Date | null }[]> =>
  db
    .selectFrom('breach_accounts')
    .innerJoin('breaches', 'breaches.id', 'breach_accounts.breach_id')
    .innerJoin('breach_notices', 'breach_notices.id', 'notice_id')
    .select(['number', 'text', 'notified_at as at'])
    .where('account_id', '=', accountId)
    .orderBy('notified_at', 'desc')
    .limit(20)
    .execute();
