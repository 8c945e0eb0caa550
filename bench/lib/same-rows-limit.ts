import pg from 'pg';
import { accountOf } from '../../apps/server/src/modules/credits/accounts.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { uuidArray } from '../../apps/server/src/platform/prepared.ts';
import { pick } from './ledger-world.ts';
import { runLoad } from './load.ts';
import type { Round } from './stats.ts';

const post = `
  with batch as materialized (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[])
      as b (owner, id, debit, credit, key, payee, reference)
  ), written as (
    insert into limit_transfers (owner_id, group_id, leg, debit_account, credit_account, amount, debit_balance_after,
        credit_balance_after, key, kind, payee_id, reference, description, group_amount)
      select owner, id, 1, debit, credit, 4, 0, 0, key, 'unlock', payee, reference, 'Blue hour', 4 from batch
  ), sums as (
    select account, sum(side.amount)::bigint as amount
      from batch, lateral (values (debit, -4), (credit, 4)) as side (account, amount) group by account
  )
  update limit_accounts a set balance = a.balance + sums.amount from sums where a.id = sums.account`;

export interface SameRowsLimit {
  /** Transfers a second with `size` to a commit, one connection, nothing else to do. */
  measure(options: {
    size: number;
    payers: readonly string[];
    creators: readonly string[];
    seconds: number;
  }): Promise<Round>;
  close(): Promise<void>;
}

/**
 * The same durable work as the ledger's: its rows with every column and index, and its balances, written by hand, many to
 * a commit. What the ledger decides (funds, repeats, running balances, whole groups) is left out: it is the limit.
 */
export async function openSameRowsLimit(url: string): Promise<SameRowsLimit> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table limit_transfers (like ledger_transfers including all)');
  await client.query('create table limit_accounts (like ledger_accounts including all) with (fillfactor = 50)');
  await client.query('insert into limit_accounts select * from ledger_accounts');
  await client.query('vacuum analyze limit_accounts');
  for (const method of ['seqscan', 'hashjoin', 'mergejoin', 'material'])
    await client.query(`set enable_${method} = off`);
  return {
    async measure({ size, payers, creators, seconds }) {
      const round = await runLoad({
        clients: 1,
        seconds,
        async call() {
          const batch = Array.from({ length: size }, () => ({ payer: pick(payers), creator: pick(creators) }));
          const values = [
            uuidArray(batch.map(({ payer }) => payer)),
            uuidArray(batch.map(() => newId()).sort()),
            uuidArray(batch.map(({ payer }) => accountOf(payer, 'wallet').id)),
            uuidArray(batch.map(({ creator }) => accountOf(creator, 'earnings').id)),
            uuidArray(batch.map(() => crypto.randomUUID())),
            uuidArray(batch.map(({ creator }) => creator)),
            uuidArray(batch.map(() => newId())),
          ];
          await client.query({ name: 'post', text: post, values });
          return true;
        },
      });
      return { ...round, perSecond: round.perSecond * size };
    },
    close: () => client.end(),
  };
}
