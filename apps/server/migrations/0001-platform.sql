create extension if not exists pg_trgm;

-- The files of `functions/` as they were applied last, by the SHA-256 of their text.
create table sql_functions (
  file text primary key,
  hash bytea not null check (octet_length(hash) = 32),
  applied_at timestamptz not null default now()
);

-- First answers of calls that must happen once; kept a week, then swept.
create table idempotency_keys (
  owner_id uuid not null,
  key text not null check (length(key) <= 400),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  status smallint,
  body text,
  claimed_at timestamptz not null default now(),
  primary key (owner_id, key),
  -- Whose claim a key is: only its own process may answer or free it, and keeps it alive while it runs.
  claim_id uuid
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
  sent_at timestamptz,
  -- Where a mail's reader stops mails like it with one click (RFC 8058); null for mails that answer something.
  unsubscribe_url text
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

-- One charge at a time for one thing: whoever wants it while a charge is under way charges under the same key, and so
-- nothing more. The claim goes with the commit that pays, or with a refusal that is final.
create table charge_claims (
  -- Such as `subscription:<subscriber>:<creator>`.
  thing text collate "C" primary key check (length(thing) <= 200),
  key uuid not null,
  claimed_at timestamptz not null default now()
);
