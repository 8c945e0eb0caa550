-- Reports by members to moderators. At most one open row per reporter and target.
create table reports (
  id uuid primary key,
  reporter_account_id uuid not null references accounts on delete cascade,
  target_type text not null check (length(target_type) between 2 and 40),
  target_id uuid not null,
  -- Owner of the target: still known after the target is deleted.
  target_profile_id uuid references profiles on delete set null,
  reason text not null check (length(reason) between 2 and 40),
  details text not null default '' check (length(details) <= 1000),
  state text not null default 'open' check (state in ('open', 'resolved', 'dismissed')),
  created_at timestamptz not null,
  -- Staff's note on the decision.
  outcome text check (length(outcome) between 3 and 500),
  decided_at timestamptz,
  decided_by uuid references accounts on delete set null
);
create index reports_open on reports (created_at, id) where state = 'open';
create index reports_by_target on reports (target_type, target_id);
create index reports_by_reporter on reports (reporter_account_id, created_at desc);
create unique index reports_open_once on reports (reporter_account_id, target_type, target_id) where state = 'open';
create index reports_decided on reports (state, decided_at desc, id desc) where state <> 'open';

-- Copies of reported messages at the time of the report, sealed with a key derived from the configuration.
create table report_messages (
  report_id uuid not null references reports on delete cascade,
  message_id uuid not null,
  sent_at timestamptz not null,
  sealed bytea not null,
  primary key (report_id, message_id)
);

-- Attachments of reported messages; their files are kept as long as the report, even if the message is unsent.
create table report_attachments (
  report_id uuid not null references reports on delete cascade,
  attachment_id uuid not null,
  primary key (report_id, attachment_id)
);
create index report_attachments_by_attachment on report_attachments (attachment_id);

-- When staff last opened a report; the files of its messages are readable to them for an hour after that.
create table report_looks (
  report_id uuid not null references reports on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  seen_at timestamptz not null,
  primary key (report_id, account_id)
);
create index report_looks_by_account on report_looks (account_id, seen_at);
