import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { DB } from '../../../platform/database-types.ts';
import { newId } from '../../../platform/ids.ts';
import { isOutcomeUnknown } from '../../../platform/postgres-errors.ts';
import { retryIdempotent } from '../../../platform/postgres-retries.ts';
import { uuidArray } from '../../../platform/prepared.ts';

export type AttemptRow = Selectable<DB['payment_attempts']>;

/**
 * True for the one caller that may charge: no other attempt may have arrived. When the reply to a claim is lost, the claim
 * is released before this throws, as nothing was sent for it.
 */
export async function claimAttempt(db: Db, orderId: string, at: Date): Promise<boolean> {
  const claimId = newId();
  try {
    return await tryClaim(db, orderId, { claimId, at });
  } catch (error) {
    if (isOutcomeUnknown(error))
      await retryIdempotent(() => giveUpUnsent(db, sql`claim_id = ${claimId}`, at)).catch(() => {});
    throw error;
  }
}

async function tryClaim(db: Db, orderId: string, { claimId, at }: { claimId: string; at: Date }): Promise<boolean> {
  const { rows } = await sql`
    with claimed as (
      update payment_orders set state = 'pending'
        where id = ${orderId} and state in ('created', 'pending') and not exists (
          select from payment_attempts where order_id = ${orderId} and outcome is distinct from 'never_arrived'
        )
        returning id
    )
    insert into payment_attempts (order_id, number, sent_at, claim_id)
      select id, 1 + (select count(*) from payment_attempts where order_id = ${orderId}), ${at}, ${claimId} from claimed
      on conflict do nothing
      returning order_id`.execute(db);
  return rows.length === 1;
}

/** The attempt that may have arrived, if there is one. */
export const findAttempt = (db: Db, orderId: string): Promise<AttemptRow | undefined> =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '<>', 'never_arrived')]))
    .executeTakeFirst();

/** Records the outcome of open attempts. */
export async function endAttempts(
  db: Db,
  orderIds: readonly string[],
  outcome: 'paid' | 'declined' | 'redirected',
  at: Date,
): Promise<void> {
  await sql`
    update payment_attempts set outcome = ${outcome}, ended_at = ${at}
      where order_id = any(${uuidArray(orderIds)}::uuid[]) and outcome is null`.execute(db);
}

/** Records that the open attempt never arrived: the order may be charged again. */
export async function markNeverArrived(db: Db, orderId: string, proof: 'provider' | 'staff', at: Date): Promise<void> {
  await sql`
    update payment_attempts set outcome = 'never_arrived', proof = ${proof}, ended_at = ${at}
      where order_id = ${orderId} and outcome is null`.execute(db);
}

const giveUpUnsent = (db: Db, which: RawBuilder<unknown>, at: Date) =>
  sql`
    update payment_attempts set outcome = 'never_arrived', proof = 'unsent', ended_at = ${at}
      where outcome is null and ${which}`.execute(db);

/** Records that the process holding these attempts sent nothing: the orders may be charged again. */
export const markUnsent = async (db: Db, orderIds: readonly string[], at: Date): Promise<void> =>
  void (await giveUpUnsent(db, sql`order_id = any(${uuidArray(orderIds)}::uuid[])`, at));
