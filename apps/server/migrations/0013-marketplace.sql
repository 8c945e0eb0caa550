-- A creator's own items sold together.
create table bundles (
  id uuid primary key,
  creator_id uuid not null references profiles on delete cascade,
  title text not null check (length(title) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  -- Title and tags, for search.
  search_text text not null,
  price_credits integer not null check (price_credits between 5 and 10000),
  category text not null check (category in ('lingerie', 'beach', 'fitness', 'glamour', 'artistic')),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  is_exclusive boolean not null default false,
  purchase_count integer not null default 0 check (purchase_count >= 0),
  rating_sum bigint not null default 0 check (rating_sum >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  created_at timestamptz not null,
  -- No longer on sale; buyers keep their access.
  withdrawn_at timestamptz
);
create index bundles_newest on bundles (created_at desc, id desc) where withdrawn_at is null;
create index bundles_by_creator on bundles (creator_id, created_at desc, id desc) where withdrawn_at is null;
create index bundles_by_text on bundles using gin (search_text gin_trgm_ops) where withdrawn_at is null;

create table bundle_items (
  bundle_id uuid not null references bundles on delete cascade,
  content_id uuid not null references content_items on delete cascade,
  position smallint not null,
  primary key (bundle_id, content_id)
);
create index bundle_items_by_content on bundle_items (content_id, bundle_id);

-- Access of an account to a bundle; one row per pair, so that it cannot be charged twice while it lasts.
create table bundle_access (
  account_id uuid not null references accounts on delete cascade,
  bundle_id uuid not null references bundles on delete cascade,
  access_until timestamptz not null,
  stars smallint check (stars between 1 and 5),
  primary key (account_id, bundle_id)
);

create table bundle_purchases (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  bundle_id uuid not null references bundles on delete cascade,
  price_credits integer not null,
  -- Idempotency key of the buyer.
  key text not null,
  purchased_at timestamptz not null,
  access_until timestamptz not null,
  unique (account_id, key)
);
create index bundle_purchases_by_account on bundle_purchases (account_id, id desc);
