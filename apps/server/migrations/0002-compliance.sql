-- What staff did, in the transaction that did it. Each row holds the hash of the row before: a changed or missing one
-- shows.
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

-- What somebody agreed to in words that were shown, and when: "start now" ends the right to cool off from what has
-- begun.
create table consents (
  id bigint primary key generated always as identity,
  account_id uuid not null,
  kind text collate "C" not null check (kind in ('start_now', 'new_price')),
  reference text collate "C" not null check (length(reference) <= 100),
  -- Which wording, by its number in the contract.
  wording smallint not null check (wording > 0),
  given_at timestamptz not null,
  -- What somebody asked to start now was asked for at this price: whole credits, or cents of rand. Older rows know
  -- none.
  price integer check (price >= 0),
  currency text collate "C" check (currency in ('credits', 'cents')),
  constraint consents_price_has_currency check ((price is null) = (currency is null))
);
create index consents_by_account on consents (account_id, kind, reference);
