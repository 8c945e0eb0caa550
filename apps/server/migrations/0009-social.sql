create table likes (
  content_id uuid not null references content_items on delete cascade,
  profile_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (content_id, profile_id)
);
create index likes_by_profile on likes (profile_id, created_at desc);

create table comments (
  id uuid primary key,
  content_id uuid not null references content_items on delete cascade,
  profile_id uuid not null references profiles on delete cascade,
  comment text not null check (length(comment) between 1 and 500),
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index comments_by_content on comments (content_id, created_at) where removed_at is null;

create table follows (
  follower_id uuid not null references profiles on delete cascade,
  creator_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, creator_id),
  check (follower_id <> creator_id)
);
create index follows_by_creator on follows (creator_id, created_at desc);

-- Tips in rand; one order each.
create table tips (
  id uuid primary key,
  order_id uuid not null unique,
  -- The payer, also the account in the ledger.
  account_id uuid not null,
  profile_id uuid not null references profiles on delete cascade,
  content_id uuid references content_items on delete set null,
  amount_cents integer not null check (amount_cents between 100 and 5000000),
  message text not null default '' check (length(message) <= 300),
  created_at timestamptz not null,
  reversed_at timestamptz
);
create index tips_by_profile on tips (profile_id, created_at desc);
-- Totals of tips per item of a creator, by index-only scan.
create index tips_by_item on tips (profile_id, created_at) include (content_id, amount_cents)
  where content_id is not null and reversed_at is null;
