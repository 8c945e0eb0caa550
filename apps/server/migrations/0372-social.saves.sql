-- Items a member saved for later.
create table content_saves (
  profile_id uuid not null references profiles on delete cascade,
  content_id uuid not null references content_items on delete cascade,
  saved_at timestamptz not null,
  primary key (profile_id, content_id)
);
create index content_saves_by_time on content_saves (profile_id, saved_at desc, content_id desc);
