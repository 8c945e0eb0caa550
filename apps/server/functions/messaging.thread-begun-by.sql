-- Whether a member began a thread: no message of the other precedes their first one. Broadcasts, greetings, gifts and
-- sales do not count. Null while neither has written.
create or replace function thread_begun_by(thread uuid, writer uuid) returns boolean language sql stable as $$
  select m.sender_id = writer from messages m
    where m.conversation_id = thread
      and (m.sender_id <> writer or (m.broadcast_id is null and m.tip is null and m.gift_id is null and m.price = 0
        and m.client_id <> 'welcome-message'))
    order by m.seq limit 1
$$;
