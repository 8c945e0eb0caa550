create extension if not exists pg_trgm;

-- First answers of calls that must happen once; kept a week, then swept.
create table idempotency_keys (
  owner_id uuid not null,
  key text not null check (length(key) <= 400),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  status smallint,
  body text,
  claimed_at timestamptz not null default now(),
  primary key (owner_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (claimed_at);

-- Mail on its way, and the demo's outbox page.
create table outgoing_mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  -- Sealed: a mail can carry a link that signs its reader in.
  body_sealed bytea not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outgoing_mail_by_time on outgoing_mail (created_at desc);

-- Jobs that failed for good, for an admin to look at.
create table dead_jobs (
  id uuid primary key,
  task text not null,
  payload jsonb not null,
  error text not null,
  failed_at timestamptz not null default now()
);

-- Steps that an installation takes once, such as making the demo world.
create table milestones (
  name text primary key,
  reached_at timestamptz not null default now()
);
