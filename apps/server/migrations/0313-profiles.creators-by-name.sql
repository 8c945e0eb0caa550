-- Creators are few among all people: a search for them must not read everyone whose name holds the text.
create index creators_by_name on profiles using gin (display_name gin_trgm_ops)
  where category is not null and hidden_at is null;
create index creators_by_name_start on profiles (lower(display_name) text_pattern_ops)
  where category is not null and hidden_at is null;
