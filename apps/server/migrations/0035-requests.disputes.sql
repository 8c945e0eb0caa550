-- A dispute is decided once, by one member of staff, with a reason both sides read. Until then the money lies in escrow,
-- that of a delivered request too: it comes back out of the creator's earnings, which cannot be withdrawn that early.
update content_requests set status = 'completed', reason = null where status = 'disputed' and held = 0;
alter table content_requests
  add column disputed_at timestamptz,
  -- How the creator sees it.
  add column dispute_answer text check (length(dispute_answer) <= 500),
  add column decision text check (decision in ('released', 'returned', 'split')),
  -- Whole credits that went back to the requester.
  add column returned integer check (returned >= 0),
  add column decision_reason text check (length(decision_reason) between 1 and 500),
  add column decided_at timestamptz,
  add column decided_by uuid;
update content_requests set disputed_at = coalesce(delivered_at, created_at) where status = 'disputed';
alter table content_requests drop constraint content_requests_status_check;
alter table content_requests add constraint content_requests_status_check check (
  status in ('pending', 'accepted', 'completed', 'declined', 'withdrawn', 'lapsed', 'disputed', 'resolved')
);
alter table content_requests drop constraint held_while_open;
alter table content_requests drop constraint released_at_the_end;
alter table content_requests
  add constraint held_while_open check ((status in ('pending', 'accepted', 'disputed')) = (held > 0)),
  add constraint disputed_at_a_time check (status not in ('disputed', 'resolved') or disputed_at is not null),
  add constraint decided_whole check ((status = 'resolved') = (decision is not null)
    and num_nulls(decision, returned, decision_reason, decided_at, decided_by) in (0, 5));
create index requests_disputed on content_requests (disputed_at, id) where status = 'disputed';
create index requests_decided on content_requests (decided_at desc, id desc) where status = 'resolved';

-- Who of staff opened which dispute: while it is open, and for an hour, they see the delivered file.
create table dispute_looks (
  request_id uuid not null references content_requests on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  seen_at timestamptz not null,
  primary key (request_id, account_id)
);
