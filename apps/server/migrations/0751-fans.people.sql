-- A creator's own notes on people and lists of people.
create table fan_notes (
  creator_id uuid not null references profiles on delete cascade,
  fan_id uuid not null references profiles on delete cascade,
  note text not null check (length(note) between 1 and 500),
  updated_at timestamptz not null,
  primary key (creator_id, fan_id),
  check (creator_id <> fan_id)
);
create index fan_notes_by_fan on fan_notes (fan_id);

create table fan_lists (
  id uuid primary key,
  creator_id uuid not null references profiles on delete cascade,
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null
);
create unique index fan_lists_by_name on fan_lists (creator_id, lower(name));

create table fan_list_members (
  list_id uuid not null references fan_lists on delete cascade,
  fan_id uuid not null references profiles on delete cascade,
  added_at timestamptz not null,
  primary key (list_id, fan_id)
);
create index fan_list_members_by_fan on fan_list_members (fan_id);
