import { insertReferral, setJoined } from '../src/modules/credits/referral-store.ts';
import type { Db } from '../src/platform/database.ts';
import { newId } from '../src/platform/ids.ts';

/** Lets a creator count as referred by another, as `referrals.settle` does; by default accounts that nobody has. */
export async function refer(
  db: Db,
  {
    referrerId,
    referredId,
    accountId = newId(),
    referrerAccountId = newId(),
  }: { referrerId: string; referredId: string; accountId?: string; referrerAccountId?: string },
): Promise<void> {
  const at = new Date();
  await insertReferral(db, { accountId, referrerId, referrerAccountId, at });
  const row = await db
    .selectFrom('creator_referrals')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  await setJoined(db, row, referredId, at);
}
