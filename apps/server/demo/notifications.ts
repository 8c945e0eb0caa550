import type pg from 'pg';
import { demoAccounts } from './scale.ts';

/** Notifications of the demo fan. */
const unreadOfFan = 3;
const minute = 60_000;

/**
 * Notifications of the two demo accounts, made from existing rows: one for each sender of unread messages (at most two),
 * flames for the rest of the three, and the creator's sales.
 */
export async function insertNotifications(client: pg.ClientBase, now: Date): Promise<void> {
  const [fanEmail, creatorEmail] = [demoAccounts[0].email, demoAccounts[1].email];
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minute);
  const written = await client.query(
    `with reader as (
       select a.id as account_id, a.profile_id from accounts a where a.email = $1
     ), unread as (
       select m.conversation_id, m.other_id, max(s.created_at) as at, count(*)::int as count
         from reader join conversation_members m on m.profile_id = reader.profile_id and m.box = 'inbox'
         join messages s on s.conversation_id = m.conversation_id and s.seq > m.read_seq and s.sender_id = m.other_id
           and s.deleted_at is null
         group by 1, 2 order by 3 desc limit 2
     ), told as (
       insert into notifications (id, account_id, profile_id, kind, key, group_key, count, began_at, at)
         select gen_random_uuid(), account_id, profile_id, 'message', 'sample:' || unread.other_id,
                'message:' || unread.other_id, unread.count, unread.at, unread.at
           from unread, reader
         returning id, account_id, key, group_key, at
     )
     insert into notification_parts (account_id, key, notification_id, actor_id, at)
       select account_id, key, id, substr(group_key, 9)::uuid, at from told`,
    [fanEmail],
  );
  // Two of them are from earlier days and read.
  const flames = [12, 95, 230].slice(0, unreadOfFan - (written.rowCount ?? 0));
  const seen = [26 * 60, 50 * 60];
  await client.query(
    `with reader as (
       select a.id as account_id, a.profile_id from accounts a where a.email = $1
     ), moments as (
       select at, is_read, row_number() over (order by at desc) as turn
         from unnest($2::timestamptz[], $3::boolean[]) as moment (at, is_read)
     ), senders as (
       select p.id, row_number() over (order by demo.n) as turn
         from demo_people demo join profiles p on p.id = demo.profile_id
         where not demo.is_creator and demo.n between 40 and 400 and p.city = 'Johannesburg'
           and p.hidden_at is null and not p.incognito
         limit 5
     ), sent as (
       insert into flames (sender_id, recipient_id, sent_at)
         select senders.id, reader.profile_id, moments.at from reader, senders join moments using (turn)
         returning sender_id, sent_at
     )
     insert into notifications (id, account_id, profile_id, kind, key, actor_id, began_at, at, read_at)
       select gen_random_uuid(), reader.account_id, reader.profile_id, 'flame', 'sample:' || sent.sender_id,
              sent.sender_id, moments.at, moments.at, case when moments.is_read then moments.at + interval '20 minutes' end
         from reader, sent join moments on moments.at = sent.sent_at`,
    [fanEmail, [...flames, ...seen].map(ago), [...flames.map(() => false), ...seen.map(() => true)]],
  );
  await client.query(
    `with reader as (
       select a.id as account_id, a.profile_id from accounts a where a.email = $1
     ), subscribers as (
       select s.subscriber_id,
              least(s.started_at, $2::timestamptz - (row_number() over (order by s.started_at desc) - 1) * interval '3 hours') as at
         from subscriptions s join reader on s.creator_id = reader.profile_id order by s.started_at desc limit 3
     )
     insert into notifications (id, account_id, profile_id, kind, key, actor_id, began_at, at, read_at)
       select gen_random_uuid(), account_id, profile_id, 'subscriber', 'sample:' || subscriber_id, subscriber_id, at, at,
              case when at < $2::timestamptz - interval '2 days' then at + interval '1 hour' end
         from subscribers, reader`,
    [creatorEmail, ago(8)],
  );
  await client.query(
    `with reader as (
       select a.id as account_id, a.profile_id from accounts a where a.email = $1
     ), item as (
       select c.id, c.title from content_items c join reader on c.profile_id = reader.profile_id
         where c.state = 'published' order by c.like_count desc limit 1
     ), liked as (
       select l.profile_id, row_number() over (order by l.created_at desc) as turn from likes l join item on l.content_id = item.id
         order by l.created_at desc limit 12
     ), told as (
       insert into notifications
           (id, account_id, profile_id, kind, key, group_key, count, target_id, details, began_at, at)
         select gen_random_uuid(), account_id, profile_id, 'like', 'sample:likes', 'like:' || item.id,
                (select count(*) from liked), item.id, jsonb_build_object('subject', item.title),
                $2::timestamptz - interval '40 minutes', $2
           from reader, item where exists (select from liked)
         returning id, account_id
     )
     insert into notification_parts (account_id, key, notification_id, actor_id, at)
       select told.account_id, 'sample:like:' || liked.profile_id, told.id, liked.profile_id,
              $2::timestamptz - liked.turn * interval '3 minutes'
         from told, liked`,
    [creatorEmail, ago(35)],
  );
}
