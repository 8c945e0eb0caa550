-- A number that staff refused an account is not accepted again for the same account without a person: otherwise each new
-- claim of a known number would open the account for the hour in which nothing may tell that the number is known.
create table age_refused_numbers (
  account_id uuid not null references accounts on delete cascade,
  id_number_index bytea not null check (octet_length(id_number_index) = 32),
  refused_at timestamptz not null,
  primary key (account_id, id_number_index)
);
alter table age_verifications drop constraint age_verifications_review_reason_check;
alter table age_verifications
  add constraint age_verifications_review_reason_check
  check (review_reason in ('number_in_use', 'two_centuries', 'refused_before'));
