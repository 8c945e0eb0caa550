create table age_verifications (
  account_id uuid primary key references accounts on delete cascade,
  -- HMAC of the ID number: one person, one account, without a readable number.
  id_number_index bytea not null unique check (octet_length(id_number_index) = 32),
  id_number_sealed bytea not null,
  date_of_birth_sealed bytea not null,
  document_type text not null check (document_type in ('id_document', 'passport', 'drivers_license')),
  document_number_sealed bytea not null,
  method text not null,
  verified_at timestamptz not null default now()
);

create table age_verification_attempts (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  succeeded boolean not null,
  attempted_at timestamptz not null default now()
);
create index age_verification_attempts_by_account on age_verification_attempts (account_id, attempted_at desc);
