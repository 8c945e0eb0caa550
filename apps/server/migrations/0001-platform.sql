create extension if not exists pg_trgm;

-- SHA-256 of each file of `functions/` as last applied.
create table sql_functions (
  file text primary key,
  hash bytea not null check (octet_length(hash) = 32),
  applied_at timestamptz not null default now()
);

-- Stored responses of idempotent operations; deleted after two days.
create table idempotency_keys (
  owner_id uuid not null,
  key text not null check (length(key) <= 400),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  status smallint,
  body text,
  claimed_at timestamptz not null default now(),
  primary key (owner_id, key),
  -- Claim of the process that handles the key: only that process may complete or release it, and it renews the claim.
  claim_id uuid
);
create index idempotency_keys_by_age on idempotency_keys (claimed_at);

-- Outgoing mail, and the outbox of the demo.
create table outgoing_mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  -- Sealed, since a mail can contain a sign-in link.
  body_sealed bytea not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- One-click unsubscribe URL (RFC 8058); null for transactional mail.
  unsubscribe_url text
);
create index outgoing_mail_by_time on outgoing_mail (created_at desc);

-- Jobs that failed permanently, for admins.
create table dead_jobs (
  id uuid primary key,
  task text not null,
  payload jsonb not null,
  error text not null,
  failed_at timestamptz not null default now()
);

-- One-time steps of an installation, such as creating the demo world.
create table milestones (
  name text primary key,
  reached_at timestamptz not null default now()
);

-- At most one charge at a time per purpose: concurrent attempts use the same idempotency key, so they charge once. The
-- claim is removed by the commit that pays, or by a final refusal.
create table charge_claims (
  -- For example `subscription:<subscriber>:<creator>`.
  thing text collate "C" primary key check (length(thing) <= 200),
  key uuid not null,
  claimed_at timestamptz not null default now()
);
