import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { CreatorAgreements } from '../../../platform/database-types.ts';

export type AgreementRow = Selectable<CreatorAgreements>;

export async function insertAgreement(db: Db, row: Insertable<CreatorAgreements>): Promise<void> {
  await db.insertInto('creator_agreements').values(row).execute();
}

export async function findLatestAgreement(db: Db, accountId: string): Promise<AgreementRow | undefined> {
  return db
    .selectFrom('creator_agreements')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('signed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** As `findLatestAgreement`, locked until the transaction ends. */
export async function lockLatestAgreement(db: Db, accountId: string): Promise<AgreementRow | undefined> {
  return db
    .selectFrom('creator_agreements')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('signed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

export async function setReminders(db: Db, id: string, reminders: number): Promise<void> {
  await db.updateTable('creator_agreements').set({ reminders }).where('id', '=', id).execute();
}

/**
 * Accounts whose newest agreement ends before `from`, or whose profile is among `creators`, and who may still get a
 * reminder.
 */
export async function listDueToSign(
  db: Db,
  { months, from, creators }: { months: number; from: Date; creators: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select signed.account_id from creator_agreements as signed
      where signed.reminders < 2
        and (signed.signed_at + ${months} * interval '1 month' <= ${from}
          or exists (select from profiles where profiles.account_id = signed.account_id
            and profiles.id = any (${[...creators]}::uuid[])))
        and not exists (select from creator_agreements as newer where newer.account_id = signed.account_id
          and (newer.signed_at, newer.id) > (signed.signed_at, signed.id))
      order by signed.signed_at limit 10000`.execute(db);
  return rows.map((row) => row.account_id);
}
