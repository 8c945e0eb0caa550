-- What somebody agreed to in words that were shown, and when: "start now" ends the right to cool off from what has begun.
create table consents (
  id bigint primary key generated always as identity,
  account_id uuid not null,
  kind text collate "C" not null check (kind in ('start_now')),
  reference text collate "C" not null check (length(reference) <= 100),
  -- Which wording, by its number in the contract.
  wording smallint not null check (wording > 0),
  given_at timestamptz not null
);
create index consents_by_account on consents (account_id, kind, reference);
