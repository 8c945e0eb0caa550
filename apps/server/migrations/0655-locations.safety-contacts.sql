-- Who is told when a member types the duress code. Name and address are sealed with the account's id.
create table safety_contacts (
  account_id uuid primary key references accounts on delete cascade,
  sealed bytea not null,
  -- Keyed hash of the address, as in safety_plans: limits mails to it and finds an opt-out.
  contact_index bytea not null check (octet_length(contact_index) = 32),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  alarmed_at timestamptz,
  created_at timestamptz not null
);
create index safety_contacts_by_contact on safety_contacts (contact_index);
