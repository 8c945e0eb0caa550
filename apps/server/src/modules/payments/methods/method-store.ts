import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { DB } from '../../../platform/database-types.ts';

export type MethodRow = Selectable<DB['payment_methods']>;

export interface NewMethod {
  id: string;
  accountId: string;
  provider: string;
  tokenIndex: Buffer;
  cardIndex: Buffer | null;
  tokenSealed: Buffer;
  brand: string;
  lastFour: string;
  expiresOn: string | null;
  at: Date;
}

/** Inserts a method; an existing token is marked as used last. */
export async function saveMethodRow(db: Db, method: NewMethod): Promise<void> {
  await db
    .insertInto('payment_methods')
    .values({
      id: method.id,
      account_id: method.accountId,
      provider: method.provider,
      token_index: method.tokenIndex,
      card_index: method.cardIndex,
      token_sealed: method.tokenSealed,
      brand: method.brand,
      last_four: method.lastFour,
      expires_on: method.expiresOn,
      created_at: method.at,
      used_at: method.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'provider', 'token_index']).doUpdateSet({
        brand: method.brand,
        last_four: method.lastFour,
        card_index: method.cardIndex,
        expires_on: method.expiresOn,
        used_at: method.at,
      }),
    )
    .execute();
}

/** Newest use first. */
export async function listMethods(db: Db, accountId: string): Promise<MethodRow[]> {
  return await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
}

export async function removeMethod(db: Db, accountId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('payment_methods')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return removed.numDeletedRows === 1n;
}
