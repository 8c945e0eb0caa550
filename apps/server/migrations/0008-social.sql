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
