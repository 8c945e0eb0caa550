-- Addresses people can say. Handles that look alike are one: `look` is their common form.
create table profile_handles (
  look text primary key,
  handle text not null check (char_length(handle) <= 30),
  profile_id uuid not null references profiles on delete cascade,
  chosen_at timestamptz not null,
  -- Since when it only leads to the member; null for the current one.
  replaced_at timestamptz
);
create unique index profile_handles_current on profile_handles (profile_id) where replaced_at is null;
create index profile_handles_of_profile on profile_handles (profile_id);
create index profile_handles_replaced on profile_handles (replaced_at) where replaced_at is not null;

alter table profiles
  -- The current one, as others read it.
  add column handle text,
  -- When it was changed; the first choice is none.
  add column handle_changed_at timestamptz[] not null default '{}';
