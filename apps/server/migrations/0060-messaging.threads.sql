-- One thread a pair. Its counter numbers messages and their changes alike, so that what came after a number is found.
create table conversations (
  id uuid primary key,
  low_id uuid not null references profiles on delete cascade,
  high_id uuid not null references profiles on delete cascade,
  counter bigint not null default 0,
  created_at timestamptz not null,
  unique (low_id, high_id),
  check (low_id < high_id)
) with (fillfactor = 70); -- the counter moves with every message

-- The thread as one of the two has it.
create table conversation_members (
  conversation_id uuid not null references conversations on delete cascade,
  profile_id uuid not null references profiles on delete cascade,
  other_id uuid not null,
  box text collate "C" not null default 'inbox' check (box = any ('{inbox, request, declined}'::text[])),
  -- Has sent something, so that the other sees them even while they are incognito.
  has_written boolean not null default false,
  muted boolean not null default false,
  auto_delete_minutes integer check (auto_delete_minutes between 1 and 10080),
  delivered_seq bigint not null default 0,
  read_seq bigint not null default 0,
  -- Nothing up to here is theirs to see: they threw it away.
  cleared_seq bigint not null default 0,
  latest_incoming_seq bigint not null default 0,
  -- Place in their list; null where it is in none.
  listed_at timestamptz,
  primary key (profile_id, other_id)
) with (fillfactor = 70);
create index conversation_members_by_thread on conversation_members (conversation_id);
create index conversation_members_listed on conversation_members (profile_id, box, listed_at desc, conversation_id desc)
  where listed_at is not null;
create index conversation_members_unread on conversation_members (profile_id)
  where latest_incoming_seq > read_seq;

create table messages (
  conversation_id uuid not null references conversations on delete cascade,
  seq bigint not null,
  -- The counter's value when it last changed.
  revision bigint not null,
  id uuid not null,
  sender_id uuid not null,
  -- The device's name for it.
  client_id text collate "C" not null check (length(client_id) between 8 and 64),
  content text not null check (length(content) <= 2000),
  reply_to_seq bigint,
  media_id uuid,
  media_type text collate "C" check (media_type = any ('{photo, video}'::text[])),
  -- Credits that open it, and when the other paid them.
  price integer not null default 0 check (price between 0 and 10000),
  unlocked_at timestamptz,
  -- Credits given with it, and credits its sender paid to send it.
  tip integer check (tip > 0),
  send_cost integer not null default 0 check (send_cost >= 0),
  broadcast_id uuid,
  -- The lower and the higher one's sign.
  low_reaction text,
  high_reaction text,
  created_at timestamptz not null,
  deleted_at timestamptz,
  expires_at timestamptz,
  primary key (conversation_id, seq),
  unique (conversation_id, sender_id, client_id),
  check ((media_type is null) = (media_id is null)),
  check (deleted_at is null or (content = '' and media_id is null))
);
create index messages_by_id on messages (id);
create index messages_changed on messages (conversation_id, revision) where revision <> seq;
create index messages_expiring on messages (expires_at) where expires_at is not null;
create index messages_by_media on messages (media_id) where media_id is not null;

-- Free messages of a member's Johannesburg day.
create table message_quotas (
  profile_id uuid not null references profiles on delete cascade,
  day date not null,
  used integer not null check (used >= 0),
  primary key (profile_id, day)
) with (fillfactor = 70);

-- What a member wants of every new thread.
create table message_preferences (
  profile_id uuid primary key references profiles on delete cascade,
  auto_delete_minutes integer check (auto_delete_minutes between 1 and 10080)
);

/*
 * Sends a batch, in the order of `n` from 1, in one statement and one commit. Three arrays stand beside it in the same
 * order; `allowed` says whether the sender may reach the receiver. `quota` is the sender's free messages of `day`; null where none are counted.
 * Answers one letter an item: p posted; r the same client id was sent before; n the thread must be opened first (or
 * accepted by who writes into it); x not allowed; q the quota is used; m what it replies to is not there.
 * Both see the same order, because places are given under the lock of the thread.
 */
create function messages_post(
  items json, senders uuid[], receivers uuid[], allowed boolean[], on_day date, sent_at timestamptz
)
returns table (
  n integer, letter text, conversation_id uuid, seq bigint, expires_at timestamptz, reply_to_seq bigint, receivers_box text
) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off set enable_material = off as $$
#variable_conflict use_column
declare
  threads uuid[];
  counted uuid[];
  held integer;
begin
  -- Threads first, then quotas, each in one order: batches of two processes cannot wait for each other in a circle.
  -- Each look-up is a `limit 1` of its own, so that tables that were empty a moment ago are walked by their keys too.
  select array_agg(distinct m.conversation_id) into threads
    from unnest(senders, receivers) as i (sender, receiver), lateral (
      select m.conversation_id from conversation_members m
        where m.profile_id = i.sender and m.other_id = i.receiver limit 1) as m;
  perform from conversations c where c.id = any (threads) order by c.id for no key update;
  select array_agg(distinct i.sender order by i.sender) into counted
    from json_to_recordset(items) as i (n integer, sender uuid, quota integer, send_cost integer)
    where i.quota is not null and i.send_cost = 0;
  if counted is not null then
    for attempt in 1..2 loop
      perform from message_quotas q where q.profile_id = any (counted) and q.day = on_day
        order by q.profile_id for no key update;
      get diagnostics held = row_count;
      exit when held = cardinality(counted);
      insert into message_quotas (profile_id, day, used)
        select one, on_day, 0 from unnest(counted) as one order by one on conflict do nothing;
    end loop;
  end if;

  return query
  with given as (
    select i.*, own.conversation_id, c.counter, theirs.box as receivers_box,
        case when i.price = 0 and (own.auto_delete_minutes is not null or theirs.auto_delete_minutes is not null)
          then sent_at + least(own.auto_delete_minutes, theirs.auto_delete_minutes) * interval '1 minute' end as expires_at
      from json_to_recordset(items) as i (
        n integer, sender uuid, receiver uuid, id uuid, client_id text, content text, reply_to uuid, media_id uuid,
        media_type text, price integer, tip integer, send_cost integer, broadcast_id uuid, quota integer)
      left join lateral (
        select m.conversation_id, m.auto_delete_minutes from conversation_members m
          where m.profile_id = i.sender and m.other_id = i.receiver and m.has_written and m.box = 'inbox' limit 1
      ) as own on true
      left join lateral (
        select m.box, m.auto_delete_minutes from conversation_members m
          where m.profile_id = i.receiver and m.other_id = i.sender limit 1
      ) as theirs on true
      left join lateral (
        select t.counter from conversations t where t.id = own.conversation_id limit 1
      ) as c on true
  ), judged as (
    select g.*, earlier.seq as earlier_seq, earlier.expires_at as earlier_expires, replied.seq as reply_to_seq,
        case
          when not allowed[g.n] then 'x'
          when g.conversation_id is null then 'n'
          when earlier.seq is not null then 'r'
          when g.reply_to is not null and replied.seq is null then 'm'
          else 'p' end as letter
      from given g
      left join lateral (
        select m.seq, m.expires_at from messages m
          where m.conversation_id = g.conversation_id and m.sender_id = g.sender and m.client_id = g.client_id
          limit 1
      ) as earlier on true
      left join lateral (
        select m.seq from messages m
          where m.id = g.reply_to and m.conversation_id = g.conversation_id and m.deleted_at is null
          limit 1
      ) as replied on true
  ), counted_items as (
    select j.*, j.letter = 'p' and j.quota is not null and j.send_cost = 0 as counts from judged j
  ), placed as (
    select c.*, case when c.counts then row_number() over (partition by c.sender, c.counts order by c.n) end as nth
      from counted_items c
  ), decided as (
    select p.*, case when p.counts and q.used + p.nth > p.quota then 'q' else p.letter end as verdict
      from placed p left join message_quotas q on p.counts and q.profile_id = p.sender and q.day = on_day
  ), all_numbered as (
    select d.*, case when d.verdict = 'p'
          then d.counter + row_number() over (partition by d.conversation_id, d.verdict = 'p' order by d.n) end as new_seq
      from decided d
  ), numbered as (
    select a.* from all_numbered a where a.verdict = 'p'
  ), written as (
    insert into messages (conversation_id, seq, revision, id, sender_id, client_id, content, reply_to_seq, media_id,
        media_type, price, tip, send_cost, broadcast_id, created_at, expires_at)
      select w.conversation_id, w.new_seq, w.new_seq, w.id, w.sender, w.client_id, w.content, w.reply_to_seq, w.media_id,
          w.media_type, w.price, w.tip, w.send_cost, w.broadcast_id, sent_at, w.expires_at
        from numbered w
  ), moved as (
    update conversations c set counter = top.seq
      from (select w.conversation_id, max(w.new_seq) as seq from numbered w group by 1) as top
      where c.id = top.conversation_id
  ), listed as (
    update conversation_members m
      set listed_at = case when m.box = 'declined' then null else sent_at end,
        latest_incoming_seq = greatest(m.latest_incoming_seq, side.incoming)
      from (
        select profile_id, other_id, max(incoming) as incoming
          from numbered w, lateral (values (w.sender, w.receiver, 0), (w.receiver, w.sender, w.new_seq))
            as one (profile_id, other_id, incoming)
          group by 1, 2
      ) as side
      where m.profile_id = side.profile_id and m.other_id = side.other_id
  ), spent as (
    update message_quotas q set used = q.used + these.n
      from (select w.sender, count(*) as n from numbered w where w.counts group by 1) as these
      where q.profile_id = these.sender and q.day = on_day
  )
  select a.n, a.verdict, a.conversation_id, coalesce(a.new_seq, a.earlier_seq),
      case when a.verdict = 'p' then a.expires_at else a.earlier_expires end, a.reply_to_seq, a.receivers_box
    from all_numbered a order by a.n;
end $$;
