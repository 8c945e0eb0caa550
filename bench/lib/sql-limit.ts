import pg from 'pg';
import { runLoad } from './load.ts';
import type { Round } from './stats.ts';

const schema = `
  create table accounts (id integer primary key, balance bigint not null) with (fillfactor = 50);
  create table transfers (id bigint generated always as identity primary key, debit integer not null, credit integer not null,
    amount bigint not null, created_at timestamptz not null default now());
  insert into accounts select n, 1000000000 from generate_series(0, 20000) as n;
  vacuum analyze accounts`;

const post = `
  with batch as materialized (
    select * from unnest($1::integer[], $2::integer[], $3::bigint[]) as b (debit, credit, amount)
  ), written as (
    insert into transfers (debit, credit, amount) select debit, credit, amount from batch
  ), sums as (
    select account, sum(side.amount)::bigint as amount
      from batch, lateral (values (debit, -batch.amount), (credit, batch.amount)) as side (account, amount) group by account
  )
  update accounts a set balance = a.balance + sums.amount from sums where a.id = sums.account`;

export interface SqlLimit {
  /** Transfers a second with `size` to a commit, one connection, nothing else to do. */
  measure(options: { size: number; payers: number; creators: number; seconds: number }): Promise<Round>;
  close(): Promise<void>;
}

/**
 * What the database does at best: hand-written SQL that moves balances and writes a row a transfer. No keys, no
 * purchases made once, no refusals, no running balances, no checks.
 */
export async function openSqlLimit(url: string): Promise<SqlLimit> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of schema.split(';')) await client.query(statement);
  const list = (size: number, value: () => number) => `{${Array.from({ length: size }, value).join(',')}}`;
  return {
    async measure({ size, payers, creators, seconds }) {
      const round = await runLoad({
        clients: 1,
        seconds,
        async call() {
          const values = [
            list(size, () => 1 + Math.floor(Math.random() * payers)),
            list(size, () => 10_001 + Math.floor(Math.random() * creators)),
            list(size, () => 4),
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
