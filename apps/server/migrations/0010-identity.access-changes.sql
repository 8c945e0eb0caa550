-- What a remembered session may not outlive: each change of an account's standing or end of a session leaves a row
-- here, written as its transaction commits. Whoever remembers sessions reads what came since before trusting one.
create table access_counter (
  one boolean primary key default true check (one),
  last bigint not null
) with (fillfactor = 20);
insert into access_counter (last) values (0);

create table access_changes (
  id bigint primary key,
  account_id uuid not null,
  at timestamptz not null default now()
);

-- The counter's row is locked until the commit, so ids become visible in their order and a reader misses none.
-- The triggers are deferred to the commit, so that lock is taken last and held for a moment.
create function note_access_change() returns trigger language plpgsql as $$
declare
  next_id bigint;
begin
  update access_counter set last = last + 1 returning last into next_id;
  insert into access_changes (id, account_id)
  values (next_id, case when tg_table_name = 'accounts' then (to_jsonb(old) ->> 'id')::uuid
                        else (to_jsonb(old) ->> 'account_id')::uuid end);
  return null;
end $$;

create constraint trigger account_standing_changed after update on accounts deferrable initially deferred
  for each row when (
    (old.role, old.age_verified_at, old.suspended_at, old.profile_id, old.is_creator, old.is_demo)
    is distinct from
    (new.role, new.age_verified_at, new.suspended_at, new.profile_id, new.is_creator, new.is_demo))
  execute function note_access_change();

create constraint trigger account_gone after delete on accounts deferrable initially deferred
  for each row execute function note_access_change();

create constraint trigger session_ended after delete on sessions deferrable initially deferred
  for each row execute function note_access_change();

create constraint trigger session_changed after update on sessions deferrable initially deferred
  for each row when (
    (old.token_hash, old.account_id, old.created_at, old.expires_at)
    is distinct from
    (new.token_hash, new.account_id, new.created_at, new.expires_at))
  execute function note_access_change();
