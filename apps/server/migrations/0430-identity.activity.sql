-- Day of the last request with a session, and whether that is within thirty days. A nightly job sets `is_active` to
-- false; a session that is used sets it to true. Only `is_active` is indexed, so that the daily write stays cheap.
alter table accounts
  add column last_seen_on date,
  add column is_active boolean not null default true;

-- The list of staff, newest first. The expression is repeated in `identity/account-status.ts`.
create index accounts_by_age on accounts (created_at desc, id desc);
create index accounts_by_role on accounts (role, created_at desc, id desc);
create index accounts_by_status on accounts (
  (case when suspended_at is not null then 'suspended' when age_verified_at is null then 'unverified'
        when is_active then 'active' else 'inactive' end),
  created_at desc, id desc);
create index accounts_by_text on accounts using gin ((' ' || lower(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);
