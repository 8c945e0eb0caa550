-- What the tips on each item of a creator add up to: read from the index alone.
create index tips_by_item on tips (profile_id, created_at) include (content_id, amount_cents)
  where content_id is not null and reversed_at is null;
