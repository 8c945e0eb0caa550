-- Proposals to make somebody an admin: a second admin confirms each within a day.
create table admin_grants (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  proposed_by uuid not null references accounts on delete cascade,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'confirmed', 'withdrawn', 'lapsed')),
  settled_by uuid,
  settled_at timestamptz,
  constraint admin_grants_settled check ((state = 'waiting') = (settled_at is null)),
  constraint admin_grants_two_people check (state <> 'confirmed' or settled_by not in (account_id, proposed_by))
);
create unique index admin_grants_waiting on admin_grants (account_id) where state = 'waiting';
