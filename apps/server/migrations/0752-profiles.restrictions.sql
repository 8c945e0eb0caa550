-- Members whose comments and show messages a creator does not take.
create table profile_restrictions (
  creator_id uuid not null references profiles on delete cascade,
  fan_id uuid not null references profiles on delete cascade,
  restricted_at timestamptz not null,
  primary key (creator_id, fan_id),
  check (creator_id <> fan_id)
);
create index profile_restrictions_by_fan on profile_restrictions (fan_id);
