-- A search by a last name reads the first of its names, not everyone whose name holds the text. The expression is that of
-- `search-store.ts`.
create index people_by_last_name on profiles (lower(substring(display_name from '[^ ]*$')) text_pattern_ops)
  where category is null and hidden_at is null;
create index creators_by_last_name on profiles (lower(substring(display_name from '[^ ]*$')) text_pattern_ops)
  where category is not null and hidden_at is null;
