-- A member who deletes their account is gone for everyone at once, may come back until `erase_at`, and is erased after it.
-- The row itself stays without anything of the person: the ledger needs an owner.
alter table accounts
  add column leaving_at timestamptz,
  add column erase_at timestamptz,
  add column erased_at timestamptz,
  add constraint leaves_at_a_time check ((leaving_at is null) = (erase_at is null) and erase_at > leaving_at),
  add constraint erased_after_leaving check (erased_at is null or erased_at >= erase_at);
create index accounts_leaving on accounts (erase_at) where leaving_at is not null and erased_at is null;
