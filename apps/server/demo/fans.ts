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
}
