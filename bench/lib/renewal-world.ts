import { createVault } from '../../apps/server/src/modules/payments/methods/vault.ts';
import type { Config } from '../../apps/server/src/platform/config.ts';
import type { Database } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';

export interface RenewalWorld {
  /** Addresses of the subscribers: the provider sees them with each charge. */
  emails: ReadonlySet<string>;
}

const chunkSize = 10_000;
export const priceCents = 9_900;

/** Members with a saved card who each subscribe to one of the creators; all are due for the next 30 days. */
export async function makeRenewalWorld(
  database: Database,
  config: Pick<Config, 'keys'>,
  counts: { subscribers: number; creators: number },
): Promise<RenewalWorld> {
  const { pool } = database;
  const creators = await insertPeople(database, 'creator', counts.creators);
  await pool.query(
    `update profiles set category = 'Art & Adult', subscription_price_cents = ${priceCents}, creator_verified_at = now(),
        subscriber_count = $2 where id = any($1::uuid[])`,
    [creators.map(({ profileId }) => profileId), Math.ceil(counts.subscribers / counts.creators)],
  );
  const vault = createVault(config);
  const emails = new Set<string>();
  for (let made = 0; made < counts.subscribers; made += chunkSize) {
    const people = await insertPeople(database, `fan-${made}`, Math.min(chunkSize, counts.subscribers - made));
    for (const { email } of people) emails.add(email);
    const methods = people.map(({ accountId }) => ({ id: newId(), accountId, token: `tok_${accountId}` }));
    await pool.query(
      `insert into payment_methods (id, account_id, provider, token_index, token_sealed, brand, last_four, created_at, used_at)
        select id, account_id, 'sandbox', token_index, token_sealed, 'Visa', '4242', now(), now()
          from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[]) as m (id, account_id, token_index, token_sealed)`,
      [
        methods.map(({ id }) => id),
        methods.map(({ accountId }) => accountId),
        methods.map(({ token }) => vault.tokenIndex(token)),
        methods.map(({ id, token }) => vault.sealToken(id, token)),
      ],
    );
    await pool.query(
      `insert into subscriptions (id, subscriber_id, creator_id, price_cents, started_at, paid_until, next_attempt_at)
        select id, subscriber_id, creator_id, ${priceCents}, date_trunc('milliseconds', now()) - interval '30 days',
            date_trunc('milliseconds', now()) + interval '30 minutes', now() - interval '1 minute'
          from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as s (id, subscriber_id, creator_id)`,
      [
        people.map(() => newId()),
        people.map(({ profileId }) => profileId),
        people.map((_, index) => creators[(made + index) % creators.length]?.profileId),
      ],
    );
  }
  await pool.query('vacuum analyze');
  return { emails };
}

interface Person {
  accountId: string;
  profileId: string;
  email: string;
}

async function insertPeople({ pool }: Database, name: string, count: number): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    accountId: newId(),
    profileId: newId(),
    email: `${name}-${index}@people.test`,
  }));
  await pool.query(
    `with people as (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[]) as p (account_id, profile_id, email)
     ), made as (
       insert into accounts (id, email, first_name, last_name, age_verified_at, profile_id, is_creator)
         select account_id, email, 'Bench', 'Person', now(), profile_id, email like 'creator%' from people returning id
     )
     insert into profiles (id, account_id, display_name, stated_age, city)
       select profile_id, account_id, left(email, 30), 30, 'Durban' from people, (select count(*) from made) as done`,
    [people.map((one) => one.accountId), people.map((one) => one.profileId), people.map((one) => one.email)],
  );
  return people;
}
