import type { Database } from '../../apps/server/src/platform/database.ts';

export const creatorId = '00000000-0000-7000-8000-000000000001';
export const listId = '00000000-0000-7000-8000-000000000002';

/** A creator whose `fans` subscribe, follow and pay, most of them several times, among as many members who do not. */
export async function fillFans({ pool }: Database, fans: number): Promise<void> {
  const account = '00000000-0000-7000-8000-0000000000a1';
  await pool.query(
    `insert into accounts (id, email, first_name, last_name, role, age_verified_at, profile_id)
       values ($1, 'creator@people.test', 'Creator', 'Test', 'creator', now(), $2)`,
    [account, creatorId],
  );
  await pool.query(
    `insert into profiles (id, account_id, display_name, stated_age, city, awaiting_age_check, category,
         subscription_price_cents)
       values ($2, $1, 'The creator', 30, 'Cape Town', false, 'Art', 9900)`,
    [account, creatorId],
  );
  await pool.query(
    `create unlogged table people as select gen_random_uuid() as account_id, gen_random_uuid() as id, n,
       initcap(left(md5(n::text), 6)) || ' ' || initcap(left(md5((n % 4000)::text), 7)) as name
       from generate_series(1, $1::int * 2) as n`,
    [fans],
  );
  await pool.query(
    `insert into accounts (id, email, first_name, last_name, role, age_verified_at, profile_id)
       select account_id, 'member' || n || '@people.test', 'Fan', 'Test', 'user', now(), id from people`,
  );
  await pool.query(
    `insert into profiles (id, account_id, display_name, stated_age, city, awaiting_age_check, incognito, last_seen_at)
       select id, account_id, name, 30, 'Cape Town', false, n % 50 = 0, now() - interval '1 hour' * (n % 2000) from people`,
  );
  await pool.query(
    `insert into subscriptions (id, subscriber_id, creator_id, price_cents, started_at, paid_until)
       select gen_random_uuid(), id, $1, 9900, now() - interval '1 minute' * n,
         now() + interval '1 second' * (case when n % 10 = 0 then -n else n * 20 + 60 end) from people where n <= $2`,
    [creatorId, fans],
  );
  await pool.query(
    `insert into follows (creator_id, follower_id, created_at)
       select $1, id, now() - interval '1 minute' * n from people where n <= $2`,
    [creatorId, fans],
  );
  // One in seven has a free trial and paid nothing yet.
  await pool.query(
    `insert into earnings_payers (profile_id, payer_id, earned_cents, tips, tip_cents, last_paid_at)
       select $1, account_id, 1000 + (hashint4(n) % 50000 + 50000), n % 3, 0, now() - interval '1 minute' * n
         from people where n <= $2 and n % 7 > 0`,
    [creatorId, fans],
  );
  await pool.query(`insert into fan_lists (id, creator_id, name, created_at) values ($1, $2, 'Regulars', now())`, [
    listId,
    creatorId,
  ]);
  await pool.query(
    `insert into fan_list_members (list_id, fan_id, added_at) select $1, id, now() from people where n % 25 = 1 and n <= $2`,
    [listId, fans],
  );
  await pool.query('vacuum analyze');
}
