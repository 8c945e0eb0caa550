-- What staff did, in the transaction that did it. Each row holds the hash of the row before: a changed or missing one shows.
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

create function audit_log_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % is refused', tg_op using errcode = 'integrity_constraint_violation';
end $$;
create trigger append_only before update or delete or truncate on audit_log
  for each statement execute function audit_log_refuse();
