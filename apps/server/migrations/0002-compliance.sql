-- Staff actions, written in the transaction of the action. Each row holds the hash of the previous row, so that a
-- changed or missing row is detectable.
create table audit_log (
  number bigint generated always as identity primary key,
  id uuid not null unique,
  actor_id uuid not null,
  action text collate "C" not null check (length(action) between 1 and 60),
  target_type text collate "C" not null check (length(target_type) between 1 and 40),
  target_id text collate "C" not null check (length(target_id) <= 100),
  reason text check (length(reason) <= 500),
  details jsonb not null default '{}',
  at timestamptz not null,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null unique check (octet_length(hash) = 32)
);
create index audit_log_by_target on audit_log (target_type, target_id, number desc);
create index audit_log_by_actor on audit_log (actor_id, number desc);

-- Consents to a displayed wording. "Start now" ends the right to cool off for what has started.
create table consents (
  id bigint primary key generated always as identity,
  account_id uuid not null,
  kind text collate "C" not null check (kind in ('start_now', 'new_price')),
  reference text collate "C" not null check (length(reference) <= 100),
  -- Version of the wording, as numbered in the contract.
  wording smallint not null check (wording > 0),
  given_at timestamptz not null,
  -- The price the member agreed to: whole credits, or cents of rand. Null in older rows.
  price integer check (price >= 0),
  currency text collate "C" check (currency in ('credits', 'cents')),
  constraint consents_price_has_currency check ((price is null) = (currency is null))
);
create index consents_by_account on consents (account_id, kind, reference);
