-- Session caches know when a session expires, so deleting one that ended an hour ago needs no notice. An account is
-- recorded once per transaction: each further update of the counter's row would walk over all earlier versions; 16,000
-- of them blocked the row, and every session check, for two seconds.
create or replace function note_access_change() returns trigger language plpgsql as $$
declare
  changed uuid;
  next_id bigint;
begin
  changed := case when tg_table_name = 'accounts' then (to_jsonb(old) ->> 'id')::uuid
                  else (to_jsonb(old) ->> 'account_id')::uuid end;
  -- Rows become visible on commit, in whatever order they were written.
  if current_setting('vlam.noted_account', true) = changed::text then
    return null;
  end if;
  perform set_config('vlam.noted_account', changed::text, true);
  update access_counter set last = last + 1 returning last into next_id;
  insert into access_changes (id, account_id) values (next_id, changed);
  return null;
end $$;

drop trigger if exists account_access_changed on accounts;
create constraint trigger account_access_changed after update on accounts deferrable initially deferred
  for each row when (
    (old.role, old.age_verified_at, old.suspended_at, old.leaving_at, old.profile_id, old.is_creator, old.is_demo,
      old.second_factor_since)
    is distinct from
    (new.role, new.age_verified_at, new.suspended_at, new.leaving_at, new.profile_id, new.is_creator, new.is_demo,
      new.second_factor_since))
  execute function note_access_change();

drop trigger if exists account_deleted on accounts;
create constraint trigger account_deleted after delete on accounts deferrable initially deferred
  for each row execute function note_access_change();

drop trigger if exists session_changed on sessions;
create constraint trigger session_changed after update on sessions deferrable initially deferred
  for each row when (
    (old.token_hash, old.account_id, old.created_at, old.expires_at)
    is distinct from
    (new.token_hash, new.account_id, new.created_at, new.expires_at))
  execute function note_access_change();

drop trigger if exists session_ended on sessions;
create constraint trigger session_ended after delete on sessions deferrable initially deferred
  for each row when (
    old.expires_at > now() - interval '1 hour' and old.last_seen_at > now() - interval '14 days 1 hour')
  execute function note_access_change();
