create table vip_memberships (
  account_id uuid primary key references accounts on delete cascade,
  tier text collate "C" not null check (tier in ('gold', 'platinum', 'diamond')),
  -- A lower tier requested for the next renewal.
  next_tier text collate "C" check (next_tier in ('gold', 'platinum', 'diamond')),
  started_at timestamptz not null,
  paid_until timestamptz not null,
  next_attempt_at timestamptz,
  failed_attempts smallint not null default 0 check (failed_attempts >= 0),
  claimed_until timestamptz,
  -- Johannesburg month (YYYY-MM) and sum of the latest bonus.
  bonus_month text collate "C" not null default '',
  bonus_credits integer not null default 0 check (bonus_credits >= 0),
  -- The bonus of a period paid in a month that already had one; granted when the next month begins.
  bonus_owed boolean not null default false
);
create index vip_due on vip_memberships (next_attempt_at) where next_attempt_at is not null;
create index vip_bonus_owed on vip_memberships (bonus_month) where bonus_owed;

create table vip_periods (
  order_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  tier text collate "C" not null check (tier in ('gold', 'platinum', 'diamond')),
  amount_cents integer not null check (amount_cents > 0),
  -- Bonus credits granted with this payment.
  bonus_credits integer not null default 0 check (bonus_credits >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reversed_at timestamptz,
  check (ends_at > starts_at)
);
create index vip_periods_by_account on vip_periods (account_id, ends_at);
