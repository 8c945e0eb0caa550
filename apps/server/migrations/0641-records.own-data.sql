-- A member's copy of what is stored about them, sealed, for a day.
create table data_exports (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  asked_at timestamptz not null,
  tables_done smallint not null default 0,
  tables smallint not null check (tables > 0),
  ready_at timestamptz,
  expires_at timestamptz,
  file_sealed bytea,
  byte_size integer,
  check (tables_done between 0 and tables),
  check ((ready_at is null) = (expires_at is null)),
  check (ready_at is not null or file_sealed is null)
);
create index data_exports_of_account on data_exports (account_id, asked_at desc);
create index data_exports_by_age on data_exports (asked_at);

-- One row for each account that is being erased or was: how far it went, and how much went. Ids and counts only.
create table account_erasures (
  account_id uuid primary key references accounts (id),
  asked_at timestamptz not null,
  begun_at timestamptz not null,
  removed integer not null default 0,
  ended_at timestamptz
);
create index account_erasures_open on account_erasures (begun_at) where ended_at is null;

insert into retention_rules (id, position, mode, days, basis, worker) values
  ('left_account', 35, 'sweep', null, 'Thirty days to come back, then erased', 'records.erase-accounts'),
  ('data_export', 36, 'sweep', null, 'A day after it was prepared', 'records.sweep-exports'),
  ('erased_creator', 37, 'job', 1826, 'FICA s22, s23: five years from the erasure, who was paid and on which contract', null);
