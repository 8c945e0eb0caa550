-- Reports of months and half-years that are over. The text is what was counted then; it is never written again, so the
-- same numbers are given whenever somebody asks.
create table period_reports (
  id uuid primary key,
  kind text collate "C" not null check (kind in ('acquirer', 'transparency')),
  -- 2026-11, or 2026-H2, in Johannesburg.
  period text collate "C" not null check (period ~ '^20[0-9]{2}-(0[1-9]|1[0-2]|H[12])$'),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- JSON with its fields in a fixed order, as it was hashed.
  figures text not null,
  hash bytea not null check (octet_length(hash) = 32),
  closed_at timestamptz not null,
  constraint period_reports_once unique (kind, period),
  constraint period_reports_over check (closed_at >= ends_at)
);

-- Who the monthly report is mailed to.
create table report_recipients (
  address text primary key check (length(address) <= 200),
  added_at timestamptz not null,
  added_by uuid not null
);

-- What police, courts and regulators asked of the platform.
create table authority_requests (
  id uuid primary key,
  number text collate "C" not null unique check (number ~ '^AR-[0-9]{4}-[0-9]{4,}$'),
  authority text collate "C" not null check (authority in ('police', 'court', 'film_board', 'regulator', 'card_scheme', 'other')),
  demand text collate "C" not null check (demand in ('preserve', 'disclose', 'remove')),
  -- Of the authority: a case or a warrant number.
  reference text not null check (length(reference) between 1 and 100),
  summary text not null check (length(summary) between 3 and 1000),
  received_at timestamptz not null,
  due_at timestamptz,
  recorded_by uuid not null,
  state text collate "C" not null default 'open' check (state in ('open', 'answered', 'refused')),
  answer text check (length(answer) between 3 and 2000),
  answered_at timestamptz,
  answered_by uuid,
  constraint authority_requests_answered check ((state = 'open') = (answered_at is null) and (state = 'open') = (answer is null))
);
create index authority_requests_received on authority_requests (received_at desc, id desc);

-- What the reports count, by time.
create index reports_created on reports (created_at);
create index reports_decided_at on reports (decided_at) where decided_at is not null;
create index media_refused on media (created_at) where state = 'blocked' and ready_at is null;
