-- Addresses that members hide from, as an HMAC of the HMAC their device made: neither the rows nor the device's key
-- alone tell an address.
create table hidden_contacts (
  profile_id uuid not null references profiles on delete cascade,
  contact_hash bytea not null check (octet_length(contact_hash) = 32),
  created_at timestamptz not null,
  primary key (profile_id, contact_hash)
);

alter table profiles
  -- Tested before any lookup, because few members hide from contacts.
  add column hides_from_contacts boolean not null default false,
  -- The own address in the same form; null until it is computed.
  add column contact_hash bytea check (octet_length(contact_hash) = 32);
create index profiles_without_contact_hash on profiles (id) where contact_hash is null;
