-- Accounts that a case of class `minor` froze, until it is decided.
create table takedown_freezes (
  case_id uuid not null references takedown_cases on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  -- The case suspended the account; false where it was suspended already, and for staff.
  suspended boolean not null,
  frozen_at timestamptz not null,
  primary key (case_id, account_id)
);
create index takedown_freezes_by_account on takedown_freezes (account_id);

alter table takedown_events drop constraint takedown_events_kind_check;
alter table takedown_events add constraint takedown_events_kind_check check (kind in
  ('received', 'searched', 'message', 'hidden', 'restored', 'removed', 'refused', 'appealed', 'frozen', 'released'));
