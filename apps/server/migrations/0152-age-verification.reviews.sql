-- A number that another account used is accepted like any other for an hour at least, so that nothing tells that it is
-- known ('contested'); then the account waits for a person ('review'), as a birth year that reads two ways does at once.
alter table age_verifications
  add column state text not null default 'accepted' check (state in ('accepted', 'contested', 'review')),
  add column review_reason text check (review_reason in ('number_in_use', 'two_centuries')),
  add column review_since timestamptz,
  add column document_seen_at timestamptz,
  add constraint age_verifications_review check ((state = 'review') = (review_reason is not null and review_since is not null));
alter table age_verifications drop constraint age_verifications_id_number_index_key;
create unique index age_verifications_accepted_number on age_verifications (id_number_index) where state = 'accepted';
create index age_verifications_number on age_verifications (id_number_index);
create index age_verifications_in_review on age_verifications (review_since, account_id) where state = 'review';
