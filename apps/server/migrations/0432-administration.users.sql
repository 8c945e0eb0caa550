-- A bulk action of staff on accounts, and what each account was before it, so that it can be undone.
create table staff_batches (
  id uuid primary key,
  actor_id uuid not null references accounts on delete cascade,
  action text collate "C" not null check (action in ('suspend', 'unsuspend', 'verify')),
  created_at timestamptz not null,
  undone_at timestamptz
);
create index staff_batches_by_actor on staff_batches (actor_id, created_at desc);
create table staff_batch_accounts (
  batch_id uuid not null references staff_batches on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  before jsonb not null,
  primary key (batch_id, account_id)
);
create index staff_batch_accounts_by_account on staff_batch_accounts (account_id);

-- Filters of the list of users that a member of staff keeps.
create table staff_filters (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null check (length(name) between 1 and 40),
  filter jsonb not null,
  created_at timestamptz not null,
  unique (account_id, name)
);
