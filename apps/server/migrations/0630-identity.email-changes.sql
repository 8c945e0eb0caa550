-- Changes of the address that an account signs in with: asked for, confirmed at the new address, and for a while taken
-- back from the old one.

-- When the address or the password last changed; payouts wait for a while after it.
alter table accounts
  add column password_changed_at timestamptz,
  add column email_changed_at timestamptz;

create table email_changes (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  old_email text not null,
  new_email text not null check (new_email = lower(new_email) and length(new_email) <= 254),
  -- The password with the new address mixed in, from the request that knew it; emptied once it is used. Null where the
  -- account has no password.
  password_hash text,
  -- Of the mailed link; null until it is mailed, and for an address that somebody else holds.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- Of the link that takes the change back, where the account held its old address.
  undo_hash bytea unique check (octet_length(undo_hash) = 32),
  undo_until timestamptz,
  -- Replaced by a later request, taken back, or overtaken by a change of the password.
  closed_at timestamptz,
  constraint email_changes_undo check ((undo_hash is null) = (undo_until is null)),
  constraint email_changes_confirmed check (undo_hash is null or confirmed_at is not null)
);
create unique index email_changes_open on email_changes (account_id) where confirmed_at is null and closed_at is null;
create index email_changes_by_account on email_changes (account_id, confirmed_at);
-- Nobody else gets an address that its account can still take back.
create index email_changes_kept on email_changes (old_email) where undo_until is not null and closed_at is null;
create index email_changes_by_age on email_changes (requested_at);
