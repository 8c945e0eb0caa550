-- Trials and codes of creators.
create table subscription_offers (
  id uuid primary key,
  creator_id uuid not null references profiles on delete cascade,
  kind text collate "C" not null check (kind in ('trial', 'percent')),
  code text collate "C" not null check (code ~ '^[A-Z0-9]{3,20}$'),
  -- Free days of a trial, or percent off the first payment.
  value smallint not null check (case kind when 'trial' then value between 3 and 30 else value between 5 and 80 end),
  uses_limit integer not null check (uses_limit between 1 and 10000),
  -- Uses that count for good; those in subscription_offer_uses without used_at are reserved.
  used integer not null default 0 check (used between 0 and uses_limit),
  last_day date,
  audience text collate "C" not null check (audience in ('new', 'anyone')),
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index subscription_offers_by_code on subscription_offers (creator_id, code);
create index subscription_offers_by_creator on subscription_offers (creator_id, created_at);

create table subscription_offer_uses (
  offer_id uuid not null references subscription_offers on delete cascade,
  subscriber_id uuid not null references profiles on delete cascade,
  creator_id uuid not null,
  kind text collate "C" not null check (kind in ('trial', 'percent')),
  -- The payment that reserved or used it; null for a trial.
  order_id uuid,
  reserved_at timestamptz not null,
  used_at timestamptz,
  -- Keyed hashes of where a trial was started from.
  address bytea,
  device bytea,
  primary key (offer_id, subscriber_id),
  check ((kind = 'trial') = (order_id is null))
);
create unique index subscription_trials_once on subscription_offer_uses (creator_id, subscriber_id) where kind = 'trial';
create index subscription_trials_by_device on subscription_offer_uses (device, used_at) where device is not null;
create index subscription_trials_by_address on subscription_offer_uses (address, used_at) where address is not null;
create index subscription_offer_uses_reserved on subscription_offer_uses (reserved_at) where used_at is null;
create index subscription_offer_uses_by_subscriber on subscription_offer_uses (subscriber_id);
