import { cities } from '@vlam/contract/constants';
import { givenNames, surnames } from '../../apps/server/demo/names.ts';
import type { Database } from '../../apps/server/src/platform/database.ts';

const peopleAtOnce = 500_000;
/** Ids of the form that the contract knows. */
const idOf = (kind: string) =>
  `overlay(overlay(md5('${kind} ' || n) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid`;

/**
 * Fills `profiles` set-wise with people named as those of the demo are, one in fifty a creator. Their accounts do not
 * exist: nothing that searches asks for them.
 */
export async function fillNames({ pool }: Database, people: number, log: (line: string) => void): Promise<void> {
  const started = performance.now();
  const sinceStart = () => `${((performance.now() - started) / 1_000).toFixed(0)} s`;
  const client = await pool.connect();
  try {
    // Neither triggers nor foreign keys for these rows.
    await client.query('set session_replication_role = replica');
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
        where indrelid = 'profiles'::regclass and not indisprimary and not indisunique`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (let from = 0; from < people; from += peopleAtOnce)
      await client.query(
        `insert into profiles (id, account_id, display_name, stated_age, city, category, subscription_price_cents,
             creator_verified_at, subscriber_count, last_seen_at)
           select ${idOf('profile')}, ${idOf('account')},
                  ($3::text[])[1 + hash % $4::int] || ' ' || ($5::text[])[1 + (hash / $4) % $6::int], 21 + hash % 40,
                  ($7::text[])[1 + hash % $8::int], case when n % 50 = 0 then 'Art & Adult' end,
                  case when n % 50 = 0 then 9900 end, case when n % 50 = 0 then now() end,
                  case when n % 50 = 0 then hash % 1000 else 0 end, now() - hash % 2000000 * interval '1 second'
             from (select n, abs(hashint4(n) % 1000000007) as hash from generate_series($1::int, $2::int) as n) as numbered`,
        [
          from,
          Math.min(people, from + peopleAtOnce) - 1,
          givenNames,
          givenNames.length,
          surnames,
          surnames.length,
          cities,
          cities.length,
        ],
      );
    log(`${people} people in ${sinceStart()}`);
    await client.query(`set maintenance_work_mem = '1GB'`);
    for (const { made } of indexes) await client.query(made);
    log(`with their indexes in ${sinceStart()}`);
  } finally {
    client.release(true);
  }
  await pool.query('vacuum analyze');
}
