-- What is stored of a member is handed over when two people agree: one asks for the file, another approves it for some days.
alter table information_requests
  add column file_asked_by uuid,
  add column file_asked_at timestamptz,
  add column file_approved_by uuid,
  add column file_approved_at timestamptz,
  add constraint information_requests_file_asked check ((file_asked_by is null) = (file_asked_at is null)),
  add constraint information_requests_file_approved check (
    (file_approved_by is null) = (file_approved_at is null)
    and (file_approved_by is null or file_asked_by is not null)
  ),
  add constraint information_requests_file_two_people check (file_approved_by <> file_asked_by);
