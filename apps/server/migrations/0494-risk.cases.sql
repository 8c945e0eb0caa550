-- Cases of money that may be abused, each about one account. Not references: a case stays when its account goes.
create table risk_cases (
  id uuid primary key,
  number text not null unique check (length(number) <= 20),
  account_id uuid not null,
  state text collate "C" not null default 'open' check (state in ('open', 'frozen', 'cleared', 'confirmed')),
  opened_at timestamptz not null,
  -- Null: signals opened it.
  opened_by uuid,
  -- FICA section 29: a suspicious transaction is reported within 15 days.
  due_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  constraint risk_cases_decided check ((state in ('cleared', 'confirmed')) = (decided_at is not null))
);
create unique index risk_cases_waiting on risk_cases (account_id) where state in ('open', 'frozen');
create index risk_cases_by_account on risk_cases (account_id, id desc);
create index risk_cases_by_state on risk_cases (state, id);

-- What was seen, by rule; seen again, its figures are the newest.
create table risk_signals (
  case_id uuid not null references risk_cases on delete cascade,
  rule text collate "C" not null check (length(rule) <= 40),
  figures jsonb not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (case_id, rule)
);
create index risk_signals_by_rule on risk_signals (rule, case_id desc);

-- What staff did in a case, and why.
create table risk_steps (
  id uuid primary key,
  case_id uuid not null references risk_cases on delete cascade,
  kind text collate "C" not null check (kind in ('opened', 'noted', 'frozen', 'cleared', 'confirmed', 'exported')),
  text text check (length(text) <= 2000),
  at timestamptz not null,
  -- Null: a program.
  by_account uuid
);
create index risk_steps_by_case on risk_steps (case_id, id);

insert into retention_rules (id, position, mode, days, basis, worker) values
  ('risk_case', 40, 'job', 1826, 'FICA s22, s23: five years from the decision', null);
