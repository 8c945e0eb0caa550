import type { Selectable } from 'kysely';
import { type Insertable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { RequestOffers, RequestTerms } from '../../platform/database-types.ts';

export type TermsRow = Selectable<RequestTerms>;
export type OfferRow = Selectable<RequestOffers>;

export const findTerms = (db: Db, profileId: string): Promise<TermsRow | undefined> =>
  db.selectFrom('request_terms').selectAll().where('profile_id', '=', profileId).executeTakeFirst();

export const listOffers = (db: Db, profileId: string): Promise<OfferRow[]> =>
  db.selectFrom('request_offers').selectAll().where('profile_id', '=', profileId).orderBy('position').execute();

/** Changes of one creator's terms wait for each other until the transaction ends. */
export async function lockTerms(db: Db, profileId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('request terms ' || ${profileId}, 0))`.execute(db);
}

export async function putTerms(db: Db, row: TermsRow): Promise<void> {
  const { profile_id: _key, ...values } = row;
  await db
    .insertInto('request_terms')
    .values(row)
    .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(values))
    .execute();
}

/** Replaces the menu. The terms must be locked. */
export async function replaceOffers(db: Db, profileId: string, rows: readonly Insertable<RequestOffers>[]) {
  await db.deleteFrom('request_offers').where('profile_id', '=', profileId).execute();
  if (rows.length > 0)
    await db
      .insertInto('request_offers')
      .values([...rows])
      .execute();
}
