import type pg from 'pg';
import { renewalLeadMs } from '../src/platform/renewals.ts';
import type { SamplePerson } from './people.ts';
import { demoAccounts } from './scale.ts';

const notes = [
  'Likes charcoal. Never before 20:00.',
  'Asked for the corridor in colour.',
  'Card declined once.',
  'Birthday in March.',
  'Prefers sound to film.',
];
const lists = { Regulars: 0, 'Charcoal series': 1 };

/** SQL: an id of version 4 that is always the same for a text. */
const idOf = (text: string): string => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

/**
 * What a creator knows of their people: for the demo's creator most subscriptions renew, some are over, and a few
 * people have notes and are in lists. Chosen by ids, so that no other data changes.
 */
export async function insertFans(client: pg.ClientBase, people: readonly SamplePerson[], now: Date): Promise<void> {
  const creator = people.find(({ email }) => email === demoAccounts[1].email);
  if (!creator) return;
  const own = creator.profileId;
  await client.query(
    `update subscriptions set next_attempt_at = paid_until - $2 * interval '1 millisecond'
       where creator_id = $1 and mod(('x' || left(md5(subscriber_id::text), 6))::bit(24)::int, 5) > 0`,
    [own, renewalLeadMs],
  );
  await client.query(
    `insert into subscriptions (id, subscriber_id, creator_id, price_cents, started_at, paid_until, ended_at)
       select ${idOf("'former ' || follower_id")}, follower_id, creator_id, $2, began, began + interval '30 days',
           began + interval '30 days'
         from (select *, greatest(created_at, $3::timestamptz - interval '240 days') - interval '40 days' as began from follows
           where creator_id = $1 order by md5(follower_id::text) limit 48) as left_again
         where began + interval '30 days' < $3
       on conflict do nothing`,
    [own, creator.creator?.priceCents ?? 4_900, now],
  );
  const { rows: known } = await client.query<{ id: string }>(
    `select subscriber_id as id from subscriptions where creator_id = $1 and paid_until > $2
       order by started_at desc, subscriber_id limit 24`,
    [own, now],
  );
  for (const [index, note] of notes.entries())
    await client.query('insert into fan_notes (creator_id, fan_id, note, updated_at) values ($1, $2, $3, $4)', [
      ...[own, known[index * 3]?.id, note, now],
    ]);
  for (const [name, place] of Object.entries(lists)) {
    const { rows } = await client.query<{ id: string }>(
      `insert into fan_lists (id, creator_id, name, created_at) values (${idOf('$1 || $2')}, $1::uuid, $2, $3) returning id`,
      [own, name, now],
    );
    const members = known.filter((_, index) => index % 5 === place).map(({ id }) => id);
    await client.query(
      'insert into fan_list_members (list_id, fan_id, added_at) select $1, unnest($2::uuid[]), $3::timestamptz',
      [rows[0]?.id, members, now],
    );
  }
  await client.query(visits, [own, now]);
  await client.query(origins, [own, now]);
}

/** A year of the page: more at weekends and in the evening, and slowly growing. */
const visits = `
  insert into creator_days (profile_id, day, discovery, search, link, feed, direct, renewed, ended, hours)
    select $1, day, base * 4 / 10, base / 10, base * 2 / 10, base * 2 / 10, base / 10 + 1,
        case when back > 8 then base / 12 else 0 end, case when back > 8 then base / 40 else 0 end,
        array(select case when hour between 1 and 5 then 0 when hour between 19 and 22 then base / 6 when hour between 11 and 18
          then base / 14 else base / 24 end from generate_series(0, 23) as hour)
      from (select day::date, back, ((420 - back) / 6 + mod(('x' || left(md5(day::date::text), 6))::bit(24)::int, 24)
          + case when extract(isodow from day) in (5, 6, 7) then 34 else 0 end)::int as base
        from (select ($2::timestamptz at time zone 'Africa/Johannesburg')::date - back as day, back
          from generate_series(1, 400) as back) as days) as based`;

const origins = `
  with came as (
    insert into fan_origins (profile_id, account_id, source, day)
      select $1::uuid, account_id, (array['discovery', 'link', 'feed', 'code', 'search', 'link'])[1 + mod(n, 6)], ($2::timestamptz)::date
        from (select fan.account_id, mod(('x' || left(md5(fan.id::text), 6))::bit(24)::int, 997) as n from subscriptions
          join profiles as fan on fan.id = subscriber_id where creator_id = $1::uuid) as fans
      on conflict do nothing returning source, account_id
  )
  insert into creator_values (profile_id, source, people, earned_cents)
    select $1::uuid, source, count(*)::int, (sum(24000 + mod(('x' || left(md5(account_id::text), 6))::bit(24)::int, 30000)))::bigint
      from came group by source having count(*) >= 5`;
