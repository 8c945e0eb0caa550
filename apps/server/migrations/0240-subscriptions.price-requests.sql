-- A creator asks the subscribers who pay less to move to the price of now. A request ends when that price changes.
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
  -- The price they had when they were asked.
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

alter table subscriptions
  -- What its subscriber agreed to pay from the next renewal; null while they pay price_cents.
  add column agreed_price_cents integer check (agreed_price_cents > 0);
