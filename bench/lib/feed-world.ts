import type { Database } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';

export const feedCounts = {
  users: 50_000,
  creators: 1_000,
  posts: 200_000,
  likes: 5_000_000,
  /** Of each user. */
  follows: 25,
  subscriptions: 5,
} as const;

export interface FeedWorld {
  /** Profile ids of users. */
  viewers: string[];
  accountOf: ReadonlyMap<string, string>;
}

/** Users who follow and pay creators, and the posts and likes these have. Counters agree with the rows. */
export async function makeFeedWorld(database: Database, log: (line: string) => void): Promise<FeedWorld> {
  const { pool } = database;
  const { users, creators, posts, likes, follows, subscriptions } = feedCounts;
  const people = users + creators;
  const accountIds = Array.from({ length: people }, () => newId());
  const profileIds = Array.from({ length: people }, () => newId());
  const run = async (what: string, text: string, values: unknown[] = []) => {
    const started = performance.now();
    await pool.query(text, values);
    log(`${what}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  };
  await run(
    'people',
    `with people as (
       select * from unnest($1::uuid[], $2::uuid[]) with ordinality as p (account_id, profile_id, n)
     ), accounts_made as (
       insert into accounts (id, email, first_name, last_name, age_verified_at, profile_id, is_creator)
         select account_id, n || '@people.test', 'Bench', 'Person', now(), profile_id, n <= ${creators} from people
         returning id
     )
     insert into profiles (id, account_id, display_name, stated_age, city, category, subscription_price_cents, creator_verified_at, last_seen_at)
       select profile_id, account_id, 'Person ' || n, 30, 'Durban', case when n <= ${creators} then 'Art & Adult' end,
           case when n <= ${creators} then 9900 end, case when n <= ${creators} then now() end, now()
         from people, (select count(*) from accounts_made) as done`,
    [accountIds, profileIds],
  );
  // Rows are made from numbers, so that the same world stands in every run; ids are hashes of them.
  await run('numbers', 'create table numbered as select * from unnest($1::uuid[]) with ordinality as p (id, n)', [
    profileIds,
  ]);
  await run(
    'ids from numbers',
    `create function bench_id(kind text, n integer) returns uuid language sql immutable
       return overlay(overlay(md5(kind || ' ' || n) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid`,
  );
  await run('numbers by n', 'create unique index on numbered (n) include (id)');
  await run(
    'posts',
    `insert into media (id, owner_id, kind, state, byte_size, width, height, widths, storage_key, ready_at)
       select bench_id('media', n), ($1::uuid[])[1 + n % ${creators}], 'image', 'ready', 100000, 1200, 900, '{480,1080}', md5('bench key ' || n), now()
         from generate_series(0, ${posts - 1}) as n`,
    [accountIds],
  );
  await run(
    'items',
    `insert into content_items (id, profile_id, title, description, media_type, media_id, is_premium, price_credits,
         classification, state, created_at, published_at, like_count)
       select bench_id('item', n), ($1::uuid[])[1 + n % ${creators}], 'Blue hour ' || n, 'The pier, ten minutes after sunset.', 'image',
           bench_id('media', n), n % 5 < 2, case when n % 5 < 2 then 8 else 0 end, '16', 'published', at, at, ${likes / posts}
         from generate_series(0, ${posts - 1}) as n,
           lateral (select date_trunc('milliseconds', now() - (hashint4(n) & 2147483647) % 31536000 * interval '1 second')) as t (at)`,
    [profileIds],
  );
  // Every id below is known to exist; checking millions of them again only takes time.
  for (const table of ['follows', 'subscriptions', 'likes'])
    await pool.query(`alter table ${table} disable trigger all`);
  await run(
    'follows',
    `insert into follows (follower_id, creator_id)
       select f.id, c.id from generate_series(${creators + 1}, ${people}) as u cross join generate_series(0, ${follows - 1}) as k
         join lateral (select 1 + (u * 7 + k * 37) % ${creators} as creator) as x on true
         join numbered c on c.n = x.creator join numbered f on f.n = u`,
  );
  await run(
    'subscriptions',
    `insert into subscriptions (id, subscriber_id, creator_id, price_cents, paid_until)
       select gen_random_uuid(), f.id, c.id, 9900, now() + interval '20 days'
         from generate_series(${creators + 1}, ${people}) as u cross join generate_series(0, ${subscriptions - 1}) as k
         join lateral (select 1 + (u * 11 + k * 41) % ${creators} as creator) as x on true
         join numbered c on c.n = x.creator join numbered f on f.n = u`,
  );
  // Built afterwards, in one pass each.
  await pool.query('alter table likes drop constraint likes_pkey; drop index likes_by_profile');
  await run(
    'likes',
    `insert into likes (content_id, profile_id)
       select bench_id('item', post), f.id from generate_series(0, ${posts - 1}) as post cross join generate_series(0, ${likes / posts - 1}) as k
         join lateral (select ${creators + 1} + (post * 13 + k * 1999) % ${users} as person) as x on true
         join numbered f on f.n = x.person`,
  );
  await run('likes by item', 'alter table likes add primary key (content_id, profile_id)');
  await run('likes by person', 'create index likes_by_profile on likes (profile_id, created_at desc)');
  for (const table of ['follows', 'subscriptions', 'likes'])
    await pool.query(`alter table ${table} enable trigger all`);
  await run('vacuum', 'vacuum analyze');
  return {
    viewers: profileIds.slice(creators),
    accountOf: new Map(profileIds.map((id, index) => [id, accountIds[index] ?? ''])),
  };
}
