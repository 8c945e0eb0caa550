import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { accountOf, demoOpening, hashedId, type OwnedKind } from './accounts.ts';

export interface OpeningBalance {
  ownerId: string;
  kind: OwnedKind;
  /** Whole credits, at least 1. */
  credits: number;
  /** Opening date on the statement; defaults to now. */
  at?: Date;
}

const chunkSize = 5_000;

/**
 * Opens balances of the demo world set-wise, each owner and kind once; their sum is the negative balance of
 * `demo_opening`.
 */
export async function openDemoBalances(db: Db, openings: readonly OpeningBalance[]): Promise<void> {
  for (let start = 0; start < openings.length; start += chunkSize) {
    const chunk = openings.slice(start, start + chunkSize);
    const accountIds = chunk.map((opening) => accountOf(opening.ownerId, opening.kind).id);
    const owners = chunk.map((opening) => opening.ownerId);
    await sql`insert into ledger_accounts (id, owner_id, kind)
      select * from unnest(${accountIds}::uuid[], ${owners}::uuid[], ${chunk.map((opening) => opening.kind)}::text[])
      on conflict do nothing`.execute(db);
    await sql`with source as (
        select id, balance from ledger_accounts where id = ${demoOpening.id} for no key update
      )
      insert into ledger_transfers (owner_id, group_id, leg, debit_account, credit_account, amount, debit_balance_after,
          credit_balance_after, created_at, key, kind, reference, description, group_amount)
        select o.owner, o.id, 1, source.id, a.id, o.credits, source.balance - sum(o.credits) over (order by o.n),
            a.balance + o.credits, coalesce(o.at, now()), o.key, 'demo_opening', a.kind, 'Sample credits', o.credits
          from source, unnest(${chunk.map(({ at }) => newId(at?.getTime()))}::uuid[], ${owners}::uuid[], ${accountIds}::uuid[],
              ${chunk.map((opening) => opening.credits)}::bigint[],
              ${chunk.map((opening) => hashedId(`demo_opening:${opening.kind}`))}::uuid[],
              ${chunk.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[]) with ordinality
              as o (id, owner, account_id, credits, key, at, n)
            join ledger_accounts a on a.id = o.account_id`.execute(db);
  }
}
