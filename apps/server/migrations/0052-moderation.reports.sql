-- What members report to the moderators. One row for each reporter and thing, however often they send it.
create table reports (
  id uuid primary key,
  reporter_account_id uuid not null references accounts on delete cascade,
  target_type text not null check (length(target_type) between 2 and 40),
  target_id uuid not null,
  -- Whose it is: still known when the thing itself is gone.
  target_profile_id uuid references profiles on delete set null,
  reason text not null check (length(reason) between 2 and 40),
  details text not null default '' check (length(details) <= 1000),
  state text not null default 'open' check (state in ('open', 'resolved', 'dismissed')),
  created_at timestamptz not null,
  unique (reporter_account_id, target_type, target_id)
);
create index reports_open on reports (created_at, id) where state = 'open';
create index reports_by_target on reports (target_type, target_id);
create index reports_by_reporter on reports (reporter_account_id, created_at desc);
