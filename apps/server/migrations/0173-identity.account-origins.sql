-- Where an account was signed in to last, as keyed hashes: bonuses are counted by address and by device.
create table account_origins (
  account_id uuid primary key references accounts on delete cascade,
  address bytea not null,
  device bytea not null,
  changed_at timestamptz not null
);
