-- What was given for nothing, to whom and where; kept as long as patterns are looked for.
create table bonus_grants (
  account_id uuid not null,
  kind text collate "C" not null,
  reference text collate "C" not null,
  credits integer not null check (credits > 0),
  address bytea,
  device bytea,
  granted_at timestamptz not null,
  primary key (account_id, kind, reference)
);
create index bonus_grants_by_address on bonus_grants (address, granted_at) where address is not null;
create index bonus_grants_by_device on bonus_grants (device, granted_at) where device is not null;
create index bonus_grants_by_time on bonus_grants (granted_at);
