create table subscriptions (
  id uuid primary key,
  subscriber_id uuid not null references profiles on delete cascade,
  creator_id uuid not null references profiles on delete cascade,
  price_cents integer not null check (price_cents > 0),
  started_at timestamptz not null default now(),
  paid_until timestamptz not null,
  renews boolean not null default true,
  check (subscriber_id <> creator_id)
);
create unique index subscriptions_by_pair on subscriptions (subscriber_id, creator_id);
create index subscriptions_by_creator on subscriptions (creator_id, paid_until);
