-- What members agree to for their account: the terms, and that what they say of their sex life is kept (POPIA s27). Each
-- yes is a row, which its withdrawal ends.
create table account_consents (
  id bigint primary key generated always as identity,
  account_id uuid not null references accounts on delete cascade,
  kind text collate "C" not null check (kind in ('terms', 'special')),
  -- Version of the wording, as numbered in the contract.
  wording smallint not null check (wording > 0),
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint account_consents_order check (withdrawn_at >= given_at)
);
create index account_consents_by_account on account_consents (account_id, kind, given_at desc);
create unique index account_consents_open on account_consents (account_id, kind) where withdrawn_at is null;
