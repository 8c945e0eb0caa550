create table age_verifications (
  account_id uuid primary key references accounts on delete cascade,
  -- HMAC of the ID number: one person, one account, without a readable number.
  id_number_index bytea not null check (octet_length(id_number_index) = 32),
  id_number_sealed bytea not null,
  date_of_birth_sealed bytea not null,
  document_type text not null check (document_type in ('id_document', 'passport', 'drivers_license')),
  document_number_sealed bytea not null,
  method text not null,
  verified_at timestamptz not null default now(),
  -- A number that another account uses is accepted like any other for at least an hour ('contested'), so that a member
  -- cannot find out that it is known; then the account waits for staff ('review'). An ambiguous birth year goes to
  -- review immediately.
  state text not null default 'accepted' check (state in ('accepted', 'contested', 'review')),
  review_reason text check (review_reason in ('number_in_use', 'two_centuries', 'refused_before')),
  review_since timestamptz,
  document_seen_at timestamptz,
  constraint age_verifications_review check ((state = 'review') = (review_reason is not null and review_since is not null))
);
create unique index age_verifications_accepted_number on age_verifications (id_number_index) where state = 'accepted';
create index age_verifications_number on age_verifications (id_number_index);
create index age_verifications_in_review on age_verifications (review_since, account_id) where state = 'review';

create table age_verification_attempts (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  succeeded boolean not null,
  attempted_at timestamptz not null default now()
);
create index age_verification_attempts_by_account on age_verification_attempts (account_id, attempted_at desc);

-- Numbers that staff refused for an account. Claiming one again goes to review immediately: otherwise each new claim
-- of a known number would give access for the hour before its conflict is settled.
create table age_refused_numbers (
  account_id uuid not null references accounts on delete cascade,
  id_number_index bytea not null check (octet_length(id_number_index) = 32),
  refused_at timestamptz not null,
  primary key (account_id, id_number_index)
);
