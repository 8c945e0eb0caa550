-- What is done after a compromise of personal information, and how fast: hours from the moment it was known. POPIA
-- section 22 says as soon as reasonably possible and names no hours; these are our own.
create table breach_step_kinds (
  id text collate "C" primary key,
  position smallint not null unique,
  hours smallint not null check (hours > 0)
);
insert into breach_step_kinds (id, position, hours) values
  ('contain', 1, 1), ('evidence', 2, 4), ('officer', 3, 4), ('assess', 4, 24), ('regulator', 5, 72), ('people', 6, 72),
  ('partners', 7, 72), ('review', 8, 336);

create table breaches (
  id uuid primary key,
  number text collate "C" not null unique check (number ~ '^IN-[0-9]{4}-[0-9]{4,}$'),
  title text not null check (length(title) between 3 and 120),
  -- When it was known; the clock of every step.
  known_at timestamptz not null,
  happened_on date,
  what text not null check (length(what) between 3 and 4000),
  -- Kinds of data, in words.
  data text not null default '' check (length(data) <= 1000),
  -- How many people, as far as it is known.
  people integer check (people >= 0),
  consequences text not null default '' check (length(consequences) <= 2000),
  measures text not null default '' check (length(measures) <= 2000),
  advice text not null default '' check (length(advice) <= 2000),
  recorded_at timestamptz not null,
  recorded_by uuid not null,
  closed_at timestamptz,
  closed_by uuid,
  closing_note text check (length(closing_note) between 3 and 2000),
  constraint breaches_closed check (num_nulls(closed_at, closed_by, closing_note) in (0, 3))
);
create index breaches_known on breaches (known_at desc, id desc);

create table breach_steps (
  breach_id uuid not null references breaches on delete cascade,
  step text collate "C" not null references breach_step_kinds,
  done_at timestamptz not null,
  done_by uuid not null,
  note text not null default '' check (length(note) <= 500),
  primary key (breach_id, step)
);

-- What is sent to them: written by one member of staff, approved by another.
create table breach_notices (
  id uuid primary key,
  breach_id uuid not null references breaches on delete cascade,
  text text not null check (length(text) between 20 and 4000),
  asked_at timestamptz not null,
  asked_by uuid not null,
  decided_at timestamptz,
  decided_by uuid,
  is_approved boolean,
  constraint breach_notices_by_two check (decided_by <> asked_by),
  constraint breach_notices_decided check (num_nulls(decided_at, decided_by, is_approved) in (0, 3))
);
create unique index breach_notices_one_waits on breach_notices (breach_id) where decided_at is null;

-- Accounts of the people it is about, as far as they are known.
create table breach_accounts (
  breach_id uuid not null references breaches on delete cascade,
  account_id uuid not null,
  notified_at timestamptz,
  notice_id uuid references breach_notices,
  primary key (breach_id, account_id),
  constraint breach_accounts_notified check ((notified_at is null) = (notice_id is null))
);
create index breach_accounts_waiting on breach_accounts (breach_id) where notified_at is null;
create index breach_accounts_by_account on breach_accounts (account_id);

insert into retention_rules (id, position, mode, days, basis, worker) values
  ('breach', 29, 'job', 1826, 'Five years from its end, to show what was done', null);
