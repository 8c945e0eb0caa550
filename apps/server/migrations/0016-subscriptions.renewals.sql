alter table subscriptions
  -- What renews has a moment of its next try, and what has none is never charged again.
  drop column renews,
  add column next_attempt_at timestamptz,
  -- Refusals for the period that would follow.
  add column failed_attempts smallint not null default 0 check (failed_attempts >= 0),
  -- Somebody is charging until then; a lost process gives it back by time.
  add column claimed_until timestamptz,
  -- When its end was noticed and the creator's count lowered; null while it is counted.
  add column ended_at timestamptz;
create index subscriptions_due on subscriptions (next_attempt_at) where next_attempt_at is not null;
create index subscriptions_ending on subscriptions (paid_until) where ended_at is null;

-- Each paid period and the order that paid for it: the same order never pays for two.
create table subscription_periods (
  order_id uuid primary key,
  subscription_id uuid not null references subscriptions on delete cascade,
  amount_cents integer not null check (amount_cents > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Refunded or charged back.
  reversed_at timestamptz,
  check (ends_at > starts_at)
);
create index subscription_periods_by_subscription on subscription_periods (subscription_id, ends_at);
