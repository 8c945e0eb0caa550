-- Agreements that creators signed with their full name. The newest of an account counts; earlier ones stay as what was
-- agreed then.
create table creator_agreements (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  -- Number of the wording.
  wording smallint not null check (wording > 0),
  name text not null check (length(name) between 3 and 200),
  signed_at timestamptz not null,
  -- The document as PDF, sealed with a key of its account, and what it is recognised by.
  document_sealed bytea not null,
  document_sha256 bytea not null check (octet_length(document_sha256) = 32),
  -- Times that its creator was asked to sign again.
  reminders smallint not null default 0
);
create index creator_agreements_newest on creator_agreements (account_id, signed_at desc, id desc);
