-- What people ask about their personal information, and the time for it in calendar days, read at each request.
create table information_kinds (
  id text collate "C" primary key,
  position smallint not null unique,
  days smallint not null check (days > 0)
);
insert into information_kinds (id, position, days) values
  ('access', 1, 30), ('correction', 2, 30), ('objection', 3, 30), ('deletion', 4, 30);

create table information_requests (
  id uuid primary key,
  number text collate "C" not null unique check (number ~ '^PI-[0-9]{4}-[0-9]{4,}$'),
  kind text collate "C" not null references information_kinds,
  -- Who asks: an account, which may be gone since, or an address by whose link the case is read.
  account_id uuid,
  email_sealed bytea,
  token_hash bytea unique check (octet_length(token_hash) = 32),
  -- `unconfirmed`: the link that was mailed was not opened yet, and no time runs.
  state text collate "C" not null check (state in ('unconfirmed', 'open', 'granted', 'partly', 'refused')),
  received_at timestamptz not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid,
  constraint information_requests_of_somebody check (account_id is not null or email_sealed is not null),
  constraint information_requests_link check ((email_sealed is null) = (token_hash is null)),
  constraint information_requests_answered check ((state in ('unconfirmed', 'open')) = (answered_at is null))
);
create index information_requests_waiting on information_requests (due_at) where state = 'open';
create index information_requests_answered_at on information_requests (answered_at desc, id desc) where answered_at is not null;
create index information_requests_of_account on information_requests (account_id, received_at desc) where account_id is not null;
create index information_requests_unconfirmed on information_requests (received_at) where state = 'unconfirmed';

-- What was written in a case, by either side, sealed.
create table information_messages (
  id uuid primary key,
  request_id uuid not null references information_requests on delete cascade,
  -- Staff; null for the person who asks.
  author_id uuid,
  -- The written answer, with which the case ends.
  is_answer boolean not null default false,
  sealed bytea not null,
  at timestamptz not null
);
create index information_messages_by_request on information_messages (request_id, at, id);

insert into retention_rules (id, position, mode, days, basis, worker) values
  ('information_request', 27, 'job', 1096, 'Three years from the answer, to prove that it was given', null),
  ('unconfirmed_request', 28, 'job', 7, 'Seven days: a link that nobody opened', null);
