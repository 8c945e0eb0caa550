import { creditValueCents } from '@vlam/contract/credits';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { EarningsHolds } from '../../platform/database-types.ts';
import { issuance, losses, packSales, revenueAccounts } from './accounts.ts';
import { sharesInRandOf } from './referral-store.ts';

export type HoldRow = Selectable<EarningsHolds>;

/** Payers with held credits whose rand is due for a check, longest waiting first. */
export async function listDuePayers(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ payer_id: string }>`
    select payer_id from earnings_holds where remaining > 0 and check_at <= ${now}
      group by payer_id order by min(check_at) limit ${limit}`.execute(db);
  return rows.map((row) => row.payer_id);
}

/** All holds of one payer, oldest first. */
export const lockHolds = (tx: Db, payerId: string): Promise<HoldRow[]> =>
  tx
    .selectFrom('earnings_holds')
    .selectAll()
    .where('payer_id', '=', payerId)
    .where('remaining', '>', 0n)
    .orderBy('held_at')
    .orderBy('group_id')
    .forUpdate()
    .execute();

/** Released parts of a payer's holds that still clear, latest hold first. */
export async function lockReleased(
  tx: Db,
  payerId: string,
  clearingSince: Date,
): Promise<(HoldRow & { clearing: bigint })[]> {
  const { rows } = await sql<HoldRow & { clearing: bigint }>`
    with clearing as materialized (
      select t.payee_id, t.reference, sum(case t.kind when 'held_release' then t.amount else -t.amount end)::bigint as credits
        from ledger_transfers t
          join ledger_accounts d on d.id = t.debit_account join ledger_accounts c on c.id = t.credit_account
        where t.owner_id = ${payerId} and t.created_at > ${clearingSince} and t.kind in ('held_release', 'refund', 'chargeback')
          and 'earnings' in (d.kind, c.kind) and 'earnings_held' in (d.kind, c.kind)
        group by 1, 2
    )
    select h.*, clearing.credits as clearing from earnings_holds h
      join clearing on clearing.payee_id = h.profile_id and clearing.reference = h.reference
      where h.payer_id = ${payerId} and h.released > 0
      order by h.held_at desc, h.group_id desc for update of h`.execute(tx);
  return rows;
}

/** Reduces holds, or raises them where `taken` is negative. */
export async function changeHold(
  tx: Db,
  { payer_id, group_id }: Pick<HoldRow, 'payer_id' | 'group_id'>,
  change: { taken: number; released: number; lapsed?: number; checkAt: Date },
): Promise<void> {
  await sql`update earnings_holds set remaining = remaining - ${change.taken}, released = released + ${change.released},
      lapsed = lapsed + ${change.lapsed ?? 0}, check_at = ${change.checkAt} where payer_id = ${payer_id} and group_id = ${group_id}`.execute(
    tx,
  );
}

/** Takes credits of a sale from its hold, then from the released part; returns the number of each. */
export async function takeFromHold(
  tx: Db,
  payerId: string,
  groupId: string,
  credits: number,
): Promise<{ held: number; released: number }> {
  const hold = await tx
    .selectFrom('earnings_holds')
    .selectAll()
    .where('payer_id', '=', payerId)
    .where('group_id', '=', groupId)
    .forUpdate()
    .executeTakeFirst();
  const held = Math.min(Number(hold?.remaining ?? 0), credits);
  const released = Math.min(Number(hold?.released ?? 0), credits - held);
  await sql`update earnings_holds set remaining = remaining - ${held}, released = released - ${released}
      where payer_id = ${payerId} and group_id = ${groupId}`.execute(tx);
  return { held, released };
}

/** Kinds of payments whose rand stays with the platform. */
const keptIn = [packSales, losses.cents, ...revenueAccounts('cents')].map(({ id }) => id);

/**
 * By payer (`payer_id`): the part of their rand that the platform kept, in cents (`kept`), and what was released
 * against it. Kept is all they paid, less creators' shares in rand, those of who referred them, refunds, and 42 cents for each credit they bought;
 * a pack's bonus is paid from the rest.
 */
const budgets = (payers: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select payers.payer_id, moved.kept, coalesce(given.released, 0)::bigint * ${creditValueCents}::int as spent
    from (${payers}) as payers
    cross join lateral (
      select coalesce(sum(
          case when l.credit_account = any (${keptIn}::uuid[]) then l.amount else 0 end
          - case when l.debit_account = any (${keptIn}::uuid[]) then l.amount else 0 end
          - case when l.debit_account = ${issuance.id}::uuid then l.amount * ${creditValueCents}::int else 0 end
          + case when l.credit_account = ${issuance.id}::uuid and l.debit_account <> ${losses.credits.id}::uuid
              then l.amount * ${creditValueCents}::int else 0 end
        ), 0)::bigint as kept
        from (select * from ledger_transfers own where own.owner_id = payers.payer_id
          union all ${sharesInRandOf(sql`payers.payer_id`)}) as l
    ) as moved
    cross join lateral (
      select sum(released) as released from earnings_holds h where h.payer_id = payers.payer_id
    ) as given`;

/** The part of a payer's promotional spending that may still be released, in cents; negative after a chargeback. */
export async function findBudget(tx: Db, payerId: string): Promise<number> {
  const { rows } = await sql<{ left: bigint }>`
    select kept - spent as left from (${budgets(sql`select ${payerId}::uuid as payer_id`)}) as budget`.execute(tx);
  return Number(rows[0]?.left ?? 0n);
}

/** Credits held for creators, and their value in cents that the payers' rand covers already. */
export async function sumHeld(db: Db): Promise<{ credits: bigint; coveredCents: bigint }> {
  const { rows } = await sql<{ credits: bigint; covered: bigint }>`
    select coalesce(sum(open.credits), 0)::bigint as credits,
        coalesce(sum(greatest(0, least(open.credits * ${creditValueCents}::int, budget.kept - budget.spent))), 0)::bigint as covered
      from (${budgets(sql`select distinct payer_id from earnings_holds where remaining > 0`)}) as budget
      join (select payer_id, sum(remaining)::bigint as credits from earnings_holds where remaining > 0 group by payer_id) as open
        using (payer_id)`.execute(db);
  return { credits: rows[0]?.credits ?? 0n, coveredCents: rows[0]?.covered ?? 0n };
}
