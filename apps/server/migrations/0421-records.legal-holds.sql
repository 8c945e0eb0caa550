-- What must be preserved for an authority: retention and erasure stop for it. Asked for by one member of staff, confirmed
-- by another. It holds from the first moment, since what is deleted meanwhile is gone, and lapses unless it is confirmed.
create table legal_holds (
  id uuid primary key,
  number text collate "C" not null unique check (number ~ '^LH-[0-9]{4}-[0-9]{4,}$'),
  subject_type text collate "C" not null check (subject_type in ('account', 'takedown', 'report')),
  subject_id uuid not null,
  request_id uuid references authority_requests,
  authority text collate "C" not null check (authority in ('police', 'court', 'film_board', 'regulator', 'card_scheme', 'other')),
  reference text not null check (length(reference) between 1 and 100),
  reason text not null check (length(reason) between 3 and 1000),
  placed_at timestamptz not null,
  placed_by uuid not null,
  -- Excluded.
  until timestamptz not null,
  confirm_by timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by uuid,
  ended_at timestamptz,
  ended_by uuid,
  -- A change that waits for another member of staff.
  change text collate "C" check (change in ('renew', 'end')),
  change_until timestamptz,
  change_reason text check (length(change_reason) between 3 and 1000),
  change_at timestamptz,
  change_by uuid,
  constraint legal_holds_confirmed check ((confirmed_at is null) = (confirmed_by is null)),
  constraint legal_holds_by_two check (confirmed_by <> placed_by),
  constraint legal_holds_change check (num_nulls(change, change_reason, change_at, change_by) in (0, 4)),
  constraint legal_holds_renewal check ((change = 'renew') = (change_until is not null))
);
create index legal_holds_by_subject on legal_holds (subject_type, subject_id);
create index legal_holds_placed on legal_holds (placed_at desc, id desc);
