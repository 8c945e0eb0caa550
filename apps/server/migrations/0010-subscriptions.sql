create table subscriptions (
  id uuid primary key,
  subscriber_id uuid not null references profiles on delete cascade,
  creator_id uuid not null references profiles on delete cascade,
  price_cents integer not null check (price_cents > 0),
  started_at timestamptz not null default now(),
  paid_until timestamptz not null,
  next_attempt_at timestamptz,
  -- Declined charges for the next period.
  failed_attempts smallint not null default 0 check (failed_attempts >= 0),
  -- Claim of the process that is charging; expires if that process dies.
  claimed_until timestamptz,
  -- When its end was processed and the creator's count lowered; null while it is counted.
  ended_at timestamptz,
  -- Price the subscriber agreed to for the next renewal; null means price_cents.
  agreed_price_cents integer check (agreed_price_cents > 0),
  check (subscriber_id <> creator_id)
);
create unique index subscriptions_by_pair on subscriptions (subscriber_id, creator_id);
create index subscriptions_by_creator on subscriptions (creator_id, paid_until);
create index subscriptions_due on subscriptions (next_attempt_at) where next_attempt_at is not null;
create index subscriptions_ending on subscriptions (paid_until) where ended_at is null;

-- One row per paid period and the order that paid for it.
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

-- A creator's request that subscribers who pay less move to the current price. Ends when that price changes.
create table subscription_price_requests (
  id uuid primary key,
  creator_id uuid not null references profiles on delete cascade,
  price_cents integer not null check (price_cents > 0),
  asked_at timestamptz not null,
  ended_at timestamptz
);
create unique index subscription_price_requests_open on subscription_price_requests (creator_id) where ended_at is null;
create index subscription_price_requests_by_creator on subscription_price_requests (creator_id, asked_at);

create table subscription_price_answers (
  request_id uuid not null references subscription_price_requests on delete cascade,
  subscription_id uuid not null references subscriptions on delete cascade,
  -- The price at the time of the request.
  old_price_cents integer not null check (old_price_cents > 0),
  told_at timestamptz,
  answer text collate "C" check (answer in ('agreed', 'kept')),
  answered_at timestamptz,
  primary key (request_id, subscription_id),
  check ((answer is null) = (answered_at is null))
);
create index subscription_price_answers_by_subscription on subscription_price_answers (subscription_id);
create index subscription_price_answers_untold on subscription_price_answers (request_id, subscription_id)
  where told_at is null;
