-- Where somebody is going and who hears of it when they are not back. What was typed is sealed for the plan's id;
-- the link's token is worked out from the id by a key of the server and kept as a hash only.
create table safety_plans (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  about text not null check (about in ('event', 'tonight', 'travel', 'date')),
  about_id uuid,
  starts_at timestamptz not null,
  back_by timestamptz not null,
  sealed bytea not null,
  -- Keyed hash of the contact's address: counts mails to it and finds a wish to be left alone.
  contact_index bytea not null check (octet_length(contact_index) = 32),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  state text not null default 'open' check (state in ('open', 'safe', 'overdue', 'alerted', 'cancelled')),
  reminded_at timestamptz,
  alerted_at timestamptz,
  created_at timestamptz not null,
  check (starts_at <= back_by),
  constraint alerted_at_a_time check ((state = 'alerted') <= (alerted_at is not null))
);
create index safety_plans_by_owner on safety_plans (account_id, id desc);
create index safety_plans_by_contact on safety_plans (contact_index, created_at desc);
create index safety_plans_due on safety_plans (back_by) where state in ('open', 'overdue');
create index safety_plans_old on safety_plans (back_by);

-- Addresses that take no plans any more.
create table safety_contact_stops (
  contact_index bytea primary key check (octet_length(contact_index) = 32),
  created_at timestamptz not null
);
