-- Handles their member has given back: they lead nowhere, and for a year no one else gets them.
alter table profile_handles
  add column given_back_at timestamptz,
  add constraint profile_handles_given_back check (given_back_at is null or replaced_at is not null);
