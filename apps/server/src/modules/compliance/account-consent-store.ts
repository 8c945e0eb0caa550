import type { AccountConsentKind } from '@vlam/contract/rules/account-consents';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { AccountConsents } from '../../platform/database-types.ts';

/** The latest yes of each kind, withdrawn or not. */
export async function listLatest(db: Db, accountId: string): Promise<Selectable<AccountConsents>[]> {
  return db
    .selectFrom('account_consents')
    .selectAll()
    .distinctOn('kind')
    .where('account_id', '=', accountId)
    .orderBy('kind')
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

const openYes = (db: Db, accountId: string, kind: AccountConsentKind) =>
  db
    .selectFrom('account_consents')
    .select('wording')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null);

export const hasOpen = async (db: Db, accountId: string, kind: AccountConsentKind): Promise<boolean> =>
  (await openYes(db, accountId, kind).executeTakeFirst()) !== undefined;

/** Whether there is an open yes, which stays until the transaction ends: taking it back waits, and deletes afterwards. */
export const lockOpen = async (tx: Db, accountId: string, kind: AccountConsentKind): Promise<boolean> =>
  (await openYes(tx, accountId, kind).forShare().executeTakeFirst()) !== undefined;

/** Ends the open yes; returns whether there was one. `exceptWording` stays. */
export async function closeOpen(
  db: Db,
  accountId: string,
  kind: AccountConsentKind,
  { at, exceptWording }: { at: Date; exceptWording?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_consents')
    .set({ withdrawn_at: at })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .$if(exceptWording !== undefined, (query) => query.where('wording', '!=', exceptWording as number))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Nothing when a yes is open already. */
export async function insertOpen(
  db: Db,
  consent: { accountId: string; kind: AccountConsentKind; wording: number; at: Date },
): Promise<void> {
  const { accountId, kind, wording, at } = consent;
  await db
    .insertInto('account_consents')
    .values({ account_id: accountId, kind, wording, given_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).where('withdrawn_at', 'is', null).doNothing())
    .execute();
}
