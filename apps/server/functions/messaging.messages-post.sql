/*
 * Posts a batch of messages, in order, in one statement and one commit.
 *
 * Threads (identified by their two members) are passed once each, and so are pairs of sender and receiver, which refer
 * to their thread; `allowed` is whether the sender of a pair may reach the receiver. `payers`, in ascending order, have
 * a daily quota each (`quotas`; null for no limit). Items refer to their pair, and to their payer (`counted`; 0 for
 * none). They count only for the member who began the thread. Arrays that no item needs are null.
 *
 * Returns one code per item: p posted; r the client id was sent before; n the thread must be opened first (or accepted
 * by the sender); x not allowed; q the quota is used up; m it replies to a message of another thread; g it was sent
 * before and is deleted. A reply to a deleted message is posted without the reference. Also returns the thread of each
 * pair, the sequence number of each item and of the message it replies to, and per pair the first letter of the
 * receiver's box and the minutes of auto-delete.
 *
 * A retry is recognised even when its sender may no longer write. Only a careful call checks for retries, also of
 * deleted messages, beforehand; any other checks before it refuses, and otherwise fails with a unique violation.
 *
 * A broadcast lists the thread for its receiver only; the sender's list is unchanged until there is a reply.
 *
 * Both members see the same order, because sequence numbers are assigned under the lock of the thread. Threads are
 * looked up once: a thread that another transaction opens later is missing for the whole call.
 */
create or replace function messages_post(
  lows uuid[], highs uuid[],
  senders uuid[], receivers uuid[], threads integer[], allowed boolean[],
  payers uuid[],
  pairs integer[], counted integer[], quotas integer[], ids uuid[], client_ids text[], contents text[], replies uuid[],
  media_ids uuid[], media_types text[], prices integer[], tips integer[], send_costs integer[], broadcasts uuid[],
  on_day date, sent_at timestamptz, careful boolean,
  out letters text, out thread_list text, out places text, out replied_places text, out boxes text, out minutes_list text
) language plpgsql as $$
#variable_conflict use_variable
declare
  n constant integer := cardinality(ids);
  found_at integer[]; found_ids uuid[]; found_counters bigint[]; found_bars boolean[];
  found_low_begins boolean[]; found_high_begins boolean[];
  thread_ids uuid[] := array_fill(null::uuid, array[cardinality(lows)]);
  counters bigint[] := array_fill(0::bigint, array[cardinality(lows)]);
  barred boolean[] := array_fill(false, array[cardinality(lows)]);
  -- Pairs and threads with a message to one person.
  talks boolean[] := array_fill(false, array[cardinality(senders)]);
  talked boolean[] := array_fill(false, array[cardinality(lows)]);
  low_begins boolean[] := array_fill(null::boolean, array[cardinality(lows)]);
  high_begins boolean[] := array_fill(null::boolean, array[cardinality(lows)]);
  low_latest bigint[] := array_fill(0::bigint, array[cardinality(lows)]);
  high_latest bigint[] := array_fill(0::bigint, array[cardinality(lows)]);
  before bigint[];
  writes boolean[]; minutes integer[]; own_due boolean[]; theirs_due boolean[];
  slot constant timestamp := date_trunc('minute', sent_at at time zone 'UTC');
  -- Payers with a limit, and the position of each among them.
  limited uuid[] := '{}'; place integer[]; used integer[]; held integer; spent integer[];
  known bigint[]; gone bigint[]; replied bigint[];
  verdicts "char"[] := array_fill('p'::"char", array[n]);
  seqs bigint[] := array_fill(0::bigint, array[n]);
  latest bigint[] := array_fill(0::bigint, array[cardinality(senders)]);
  repeated bigint[];
  -- Whether the list of a member changes: in a busy thread, few messages do.
  lists boolean := false;
  pair integer; thread integer; payer integer; verdict "char"; seq bigint; is_low boolean; begins boolean;
begin
  -- Locks threads first, then quotas, each in one order, so that batches of two processes cannot deadlock.
  select array_agg(t.n), array_agg(t.id), array_agg(t.counter), array_agg(t.barred),
      array_agg(t.low_begins), array_agg(t.high_begins)
    into found_at, found_ids, found_counters, found_bars, found_low_begins, found_high_begins
    from (
      select p.n, c.id, c.counter, c.barred, c.low_begins, c.high_begins from unnest(lows, highs) with ordinality as p (low, high, n)
        join conversations c on c.low_id = p.low and c.high_id = p.high
        order by c.id for no key update of c
    ) as t;
  for i in 1..coalesce(cardinality(found_at), 0) loop
    thread_ids[found_at[i]] := found_ids[i];
    counters[found_at[i]] := found_counters[i];
    low_begins[found_at[i]] := found_low_begins[i];
    high_begins[found_at[i]] := found_high_begins[i];
    if found_bars[i] then barred[found_at[i]] := true; end if;
  end loop;
  before := counters;
  for i in 1..cardinality(payers) loop
    if quotas[i] is not null then
      limited := limited || payers[i];
      place[i] := cardinality(limited);
    end if;
  end loop;
  if cardinality(limited) > 0 then
    for attempt in 1..2 loop
      select array_agg(q.used), count(*) into used, held
        from (
          select m.used from message_quotas m where m.profile_id = any (limited) and m.day = on_day
            order by m.profile_id for no key update
        ) as q;
      exit when held = cardinality(limited);
      insert into message_quotas (profile_id, day, used)
        select one, on_day, 0 from unnest(limited) as one order by one on conflict do nothing;
    end loop;
    spent := used;
  end if;

  -- Under the locks, earlier messages are visible. Each lookup is a separate `limit 1`, so that tables that were empty
  -- when the plan was made are also read by key.
  select array_agg(coalesce(own.has_written and own.box = 'inbox', false) order by p.n),
      array_agg(coalesce(least(own.auto_delete_minutes, theirs.auto_delete_minutes), 0) order by p.n),
      string_agg(coalesce(left(theirs.box, 1), '-'), '' order by p.n),
      array_agg(own.box <> 'declined' and coalesce(own.listed_slot < slot, true) order by p.n),
      array_agg(not theirs.has_unread or (theirs.box <> 'declined' and coalesce(theirs.listed_slot < slot, true))
        order by p.n)
    into writes, minutes, boxes, own_due, theirs_due
    from unnest(senders, receivers) with ordinality as p (sender, receiver, n)
    left join lateral (
      select m.has_written, m.box, m.auto_delete_minutes, m.listed_slot from conversation_members m
        where m.profile_id = p.sender and m.other_id = p.receiver limit 1
    ) as own on true
    left join lateral (
      select m.box, m.auto_delete_minutes, m.listed_slot, m.has_unread from conversation_members m
        where m.profile_id = p.receiver and m.other_id = p.sender limit 1
    ) as theirs on true;
  if replies is not null then
    -- Sequence number in this thread; 0 for none or a deleted message; -1 for another thread's.
    select array_agg(coalesce(there.seq, 0) order by i.n) into replied
      from unnest(replies, pairs) with ordinality as i (reply, pair, n)
      left join lateral (
        select case
            when m.conversation_id is distinct from thread_ids[threads[i.pair]] then -1
            when m.deleted_at is null and (m.expires_at is null or m.expires_at > sent_at) then m.seq
          end as seq from messages m
          where m.id = i.reply limit 1
      ) as there on true;
  end if;
  if careful then
    select array_agg(coalesce(earlier.seq, 0) order by i.n) into known
      from unnest(client_ids, pairs) with ordinality as i (client_id, pair, n)
      left join lateral (
        select m.seq from messages m
          where m.conversation_id = thread_ids[threads[i.pair]] and m.sender_id = senders[i.pair]
            and m.client_id = i.client_id limit 1
      ) as earlier on true;
    repeated := known;
    select array_agg(coalesce(tomb.seq, 0) order by i.n) into gone
      from unnest(client_ids, pairs) with ordinality as i (client_id, pair, n)
      left join lateral (
        select t.seq from message_tombstones t
          where t.conversation_id = thread_ids[threads[i.pair]] and t.sender_id = senders[i.pair]
            and t.client_id = i.client_id limit 1
      ) as tomb on true;
  end if;

  for i in 1..n loop
    pair := pairs[i];
    payer := case when counted[i] > 0 then coalesce(place[counted[i]], 0) else 0 end;
    verdict := 'p';
    begins := null;
    thread := threads[pair];
    if payer > 0 then
      is_low := senders[pair] = lows[thread];
      begins := case when is_low then low_begins[thread] else high_begins[thread] end;
      if begins is null then
        begins := coalesce(thread_begun_by(thread_ids[thread], senders[pair]),
          case when is_low then high_latest[thread] else low_latest[thread] end = 0);
      end if;
      if not begins then payer := 0; end if;
    end if;
    if careful and known[i] > 0 then
      verdict := 'r';
    elsif careful and gone[i] > 0 then
      verdict := 'g';
      repeated[i] := gone[i];
    elsif not allowed[pair] or barred[thread] then
      verdict := 'x';
    elsif thread_ids[thread] is null or not writes[pair] then
      verdict := 'n';
    elsif replies is not null and replied[i] < 0 then
      verdict := 'm';
    elsif payer > 0 and used[payer] >= quotas[counted[i]] then
      verdict := 'q';
    else
      seq := counters[thread] + 1;
      counters[thread] := seq;
      seqs[i] := seq;
      latest[pair] := seq;
      if broadcasts is null or broadcasts[i] is null then
        talks[pair] := true;
        talked[thread] := true;
      end if;
      if senders[pair] = lows[thread] then low_latest[thread] := seq; else high_latest[thread] := seq; end if;
      if payer > 0 then used[payer] := used[payer] + 1; end if;
      if begins is not null then
        if is_low then low_begins[thread] := begins; else high_begins[thread] := begins; end if;
      end if;
    end if;
    if not careful and verdict <> 'p' and thread_ids[thread] is not null then
      -- It may be a retry of an earlier message, which must not be refused.
      select m.seq into seq from messages m
        where m.conversation_id = thread_ids[thread] and m.sender_id = senders[pair] and m.client_id = client_ids[i];
      if found then
        verdict := 'r';
        repeated := coalesce(repeated, array_fill(0::bigint, array[n]));
        repeated[i] := seq;
      end if;
    end if;
    if verdict <> 'p' then verdicts[i] := verdict; end if;
  end loop;

  letters := array_to_string(verdicts, '');
  thread_list := array_to_string(thread_ids, ',', '');
  minutes_list := array_to_string(minutes, ',');
  replied_places := array_to_string(replied, ',');

  insert into messages (conversation_id, seq, revision, id, sender_id, client_id, content, reply_to_seq, media_id,
      media_type, price, tip, send_cost, broadcast_id, created_at, expires_at)
    select thread_ids[threads[i.pair]], i.seq, i.seq, i.id, senders[i.pair], i.client_id, i.content, nullif(i.replied, 0),
        i.media_id, i.media_type, coalesce(i.price, 0), i.tip, coalesce(i.send_cost, 0), i.broadcast_id, sent_at,
        case when minutes[i.pair] > 0 and coalesce(i.price, 0) = 0 then sent_at + minutes[i.pair] * interval '1 minute' end
      from unnest(pairs, seqs, ids, client_ids, contents, replied, media_ids, media_types, prices, tips, send_costs,
          broadcasts)
        as i (pair, seq, id, client_id, content, replied, media_id, media_type, price, tip, send_cost, broadcast_id)
      where i.seq > 0;
  update conversations c set counter = t.counter, latest_at = case when t.talked then greatest(c.latest_at, sent_at) else c.latest_at end,
      low_latest_seq = greatest(c.low_latest_seq, t.low_latest), high_latest_seq = greatest(c.high_latest_seq, t.high_latest),
      low_begins = coalesce(c.low_begins, t.low_begins), high_begins = coalesce(c.high_begins, t.high_begins)
    from unnest(thread_ids, counters, before, low_latest, high_latest, low_begins, high_begins, talked)
      as t (id, counter, before, low_latest, high_latest, low_begins, high_begins, talked)
    where c.id = t.id and t.counter > t.before;
  for i in 1..cardinality(senders) loop
    if latest[i] > 0 and (theirs_due[i] or (own_due[i] and talks[i])) then
      lists := true;
    end if;
  end loop;
  if lists then
    update conversation_members m
      set listed_at = case when m.box = 'declined' then null else greatest(m.listed_at, sent_at) end,
        latest_incoming_seq = greatest(m.latest_incoming_seq, side.incoming)
      from (
        select one.profile_id, one.other_id, max(one.incoming) as incoming
          from unnest(senders, receivers, latest, own_due, theirs_due, talks) as p (sender, receiver, latest, own_due, theirs_due, talks),
            lateral (values (p.sender, p.receiver, 0::bigint, p.own_due and p.talks), (p.receiver, p.sender, p.latest, p.theirs_due))
              as one (profile_id, other_id, incoming, due)
          where p.latest > 0 and one.due group by 1, 2
      ) as side
      where m.profile_id = side.profile_id and m.other_id = side.other_id;
  end if;
  if cardinality(limited) > 0 and used <> spent then
    update message_quotas q set used = these.used
      from unnest(limited, used) as these (id, used)
      where q.profile_id = these.id and q.day = on_day and q.used < these.used;
  end if;
  if repeated is not null then
    for i in 1..n loop
      if repeated[i] > 0 then seqs[i] := repeated[i]; end if;
    end loop;
  end if;
  places := array_to_string(seqs, ',');
end $$;
