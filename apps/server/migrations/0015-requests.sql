-- Members' requests to creators. The money is in the ledger's escrow account with the request's id.
create table content_requests (
  id uuid primary key,
  requester_account_id uuid not null references accounts on delete cascade,
  requester_id uuid not null references profiles on delete cascade,
  creator_id uuid not null references profiles on delete cascade,
  title text not null check (length(title) between 1 and 100),
  description text not null check (length(description) between 1 and 1000),
  content_type text not null check (content_type in ('photo', 'video', 'live_show')),
  -- Both prices are whole credits before the premium of an exclusive request.
  offered_price integer not null check (offered_price between 1 and 10000),
  accepted_price integer check (accepted_price between 1 and 10000),
  is_exclusive boolean not null,
  -- Credits in escrow; the ledger decides, this is the amount to move.
  held integer not null check (held >= 0),
  is_counter_offer boolean not null default false,
  estimated_delivery text check (estimated_delivery in ('today', 'tomorrow', '2-3days', 'week')),
  additional_notes text check (length(additional_notes) <= 500),
  status text not null check (
    status in ('pending', 'accepted', 'completed', 'declined', 'withdrawn', 'lapsed', 'disputed', 'resolved')
  ),
  reason text check (length(reason) <= 500),
  deadline timestamptz,
  lapses_at timestamptz,
  delivery_media_id uuid references media,
  delivery_message text check (length(delivery_message) <= 500),
  delivered_at timestamptz,
  -- Idempotency keys of the creation and of the latest change.
  key text not null,
  last_key text,
  version integer not null default 1,
  created_at timestamptz not null,
  disputed_at timestamptz,
  -- The creator's statement on a dispute.
  dispute_answer text check (length(dispute_answer) <= 500),
  decision text check (decision in ('released', 'returned', 'split')),
  -- Whole credits returned to the requester.
  returned integer check (returned >= 0),
  decision_reason text check (length(decision_reason) between 1 and 500),
  decided_at timestamptz,
  decided_by uuid,
  -- The requester's rating of the delivery.
  stars smallint check (stars between 1 and 5),
  unique (requester_account_id, key),
  check (requester_id <> creator_id),
  constraint delivered_with_a_file check ((delivered_at is null) = (delivery_media_id is null)),
  constraint completed_by_delivery check (status <> 'completed' or delivered_at is not null),
  constraint held_while_open check ((status in ('pending', 'accepted', 'disputed')) = (held > 0)),
  constraint disputed_at_a_time check (status not in ('disputed', 'resolved') or disputed_at is not null),
  constraint decided_whole check ((status = 'resolved') = (decision is not null)
      and num_nulls(decision, returned, decision_reason, decided_at, decided_by) in (0, 5))
);
create index requests_sent on content_requests (requester_id, id desc);
create index requests_received on content_requests (creator_id, id desc);
create index requests_lapsing on content_requests (lapses_at) where status in ('pending', 'accepted') and lapses_at is not null;
create index requests_by_file on content_requests (delivery_media_id) where delivery_media_id is not null;
create index requests_disputed on content_requests (disputed_at, id) where status = 'disputed';
create index requests_decided on content_requests (decided_at desc, id desc) where status = 'resolved';
create index requests_rated on content_requests (creator_id) where stars is not null;

-- When staff last opened a dispute: while it is open, and for an hour, the delivered file is readable to them.
create table dispute_looks (
  request_id uuid not null references content_requests on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  seen_at timestamptz not null,
  primary key (request_id, account_id)
);

-- Result of each step, by idempotency key, to repeat the response at any later time.
create table content_request_steps (
  request_id uuid not null references content_requests on delete cascade,
  key text collate "C" not null,
  request jsonb not null,
  primary key (request_id, key)
);
