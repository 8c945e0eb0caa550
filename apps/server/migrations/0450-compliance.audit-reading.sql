-- Staff read the audit log by kind of action and by time.
create index audit_log_by_action on audit_log (action, number desc);
create index audit_log_by_time on audit_log (at);

-- Each verification of the hash chain. The newest row says how far the log reached and whether it was whole.
create table audit_checks (
  id bigint primary key generated always as identity,
  checked_at timestamptz not null,
  rows bigint not null check (rows >= 0),
  last_number bigint,
  last_hash bytea check (octet_length(last_hash) = 32),
  -- First row that does not fit; null when the chain is whole.
  broken_number bigint
);
