-- Devices and networks that accounts signed in from, as keyed hashes: the number of the device's cookie, and the /24 or
-- /48 of the address. They show accounts that belong together, and nothing else.
create table account_sightings (
  account_id uuid not null references accounts on delete cascade,
  kind text collate "C" not null check (kind in ('device', 'network')),
  subject bytea not null check (octet_length(subject) = 32),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The account was made there.
  at_sign_up boolean not null,
  primary key (account_id, kind, subject)
);
create index account_sightings_by_subject on account_sightings (kind, subject, first_at desc);
create index account_sightings_of_sign_ups on account_sightings (first_at) where at_sign_up;
create index account_sightings_by_age on account_sightings (kind, last_at);

insert into retention_rules (id, position, mode, days, basis, worker) values
  ('network', 41, 'job', 90, 'POPIA s14: ninety days, against invented accounts', null),
  ('device', 42, 'job', 365, 'POPIA s14: a year, the life of its cookie', null);
