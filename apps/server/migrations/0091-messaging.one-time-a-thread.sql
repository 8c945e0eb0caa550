-- Sides that were listed before their thread had one time: whoever cleared the thread was behind the other.
update conversation_members m set listed_at = c.latest_at
  from conversations c where c.id = m.conversation_id and m.listed_at < c.latest_at;
