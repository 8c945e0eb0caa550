-- Payouts that a creator wishes for each week: everything that has cleared, from an amount on.
create table payout_schedules (
  profile_id uuid primary key references profiles on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  -- 1 is Monday in Johannesburg.
  weekday smallint not null check (weekday between 1 and 7),
  least_cents integer not null check (least_cents > 0),
  set_at timestamptz not null,
  next_day date not null,
  -- The day of whose payout the creator was notified; without a notice nothing is paid out.
  notified_day date
);
create index payout_schedules_by_day on payout_schedules (next_day);
create index payout_schedules_by_account on payout_schedules (account_id);
