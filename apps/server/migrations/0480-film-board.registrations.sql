-- One row is a creator's application to be registered with the Film and Publication Board and, once it is approved, the
-- registration. No row was written before there was a form.
alter table fpb_registrations rename to film_board_registrations;
alter table film_board_registrations rename constraint fpb_registrations_pkey to film_board_registrations_pkey;
alter table film_board_registrations
  alter column number drop not null,
  drop constraint fpb_registrations_status_check,
  -- The seven answers, sealed together: they name a person and where to find them.
  add column answers_sealed bytea,
  add column submitted_at timestamptz not null default now(),
  -- Last day of the promise that was made when it was sent.
  add column due_on date,
  add column decided_at timestamptz,
  add column decided_by uuid,
  -- Of the last decision, as its creator reads it.
  add column reason text check (length(reason) between 1 and 500),
  add column valid_from date,
  -- No action on delete: a file with a row here is in use.
  add column certificate_media_id uuid references media,
  add column x18_proposed_by uuid,
  add column x18_proposed_at timestamptz,
  add column x18_confirmed_by uuid,
  add column x18_confirmed_at timestamptz,
  -- Days before the end of the last reminder that was sent.
  add column reminded_days smallint;

update film_board_registrations set status = case status when 'rejected' then 'refused' else 'lapsed' end
  where status in ('rejected', 'expired');

alter table film_board_registrations
  add constraint film_board_registrations_status check (status in ('pending', 'approved', 'refused', 'lapsed', 'withdrawn')),
  add constraint film_board_registrations_numbered check (status <> 'approved' or number is not null),
  add constraint film_board_registrations_days check (valid_until >= valid_from),
  -- The exemption of section 24(3) is granted by two members of staff.
  add constraint film_board_registrations_four_eyes check (
    not x18_exemption or coalesce(x18_confirmed_by <> x18_proposed_by, false)
  ) not valid;

create unique index film_board_registrations_one_open on film_board_registrations (profile_id) where status = 'pending';
create index film_board_registrations_by_profile on film_board_registrations (profile_id, submitted_at desc);
create index film_board_registrations_waiting on film_board_registrations (due_on, id) where status = 'pending';
create index film_board_registrations_ending on film_board_registrations (valid_until) where status = 'approved';
create index film_board_registrations_certificates on film_board_registrations (certificate_media_id)
  where certificate_media_id is not null;

-- One row: the times that the operator promises, which staff change.
create table film_board_terms (
  is_current boolean primary key default true check (is_current),
  -- Business days from an application to its decision.
  review_days smallint not null check (review_days between 1 and 250),
  -- Days before the end of a registration on which its creator is reminded; the largest is when it may be renewed.
  reminder_days smallint[] not null check (cardinality(reminder_days) between 1 and 6),
  changed_at timestamptz,
  changed_by uuid
);
insert into film_board_terms (review_days, reminder_days) values (30, '{60,30,7}');
