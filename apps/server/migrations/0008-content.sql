-- The fill factor allows for frequent updates of like and view counts.
create table content_items (
  id uuid primary key,
  profile_id uuid not null references profiles on delete cascade,
  title text not null check (length(title) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  media_type text not null check (media_type in ('image', 'video', 'audio')),
  -- A file is published once. Null only for sample clips without a file.
  media_id uuid unique references media,
  is_premium boolean not null default false,
  is_exclusive boolean not null default false,
  price_credits integer not null default 0 check (price_credits = 0 or price_credits between 5 and 10000),
  tip_goal_cents integer check (tip_goal_cents > 0),
  tips_cents bigint not null default 0 check (tips_cents >= 0),
  duration_ms integer,
  classification text not null check (classification in ('A', 'PG', '7-9PG', '10-12PG', '13', '16', '18', 'X18')),
  state text not null check (state in ('draft', 'processing', 'review', 'published', 'flagged', 'removed')),
  like_count integer not null default 0 check (like_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  view_count integer not null default 0 check (view_count >= 0),
  created_at timestamptz not null default now(),
  published_at timestamptz,
  removed_at timestamptz
) with (fillfactor = 80);
create index content_by_profile on content_items (profile_id, published_at desc, id desc) where state = 'published';
create index content_newest on content_items (published_at desc, id desc) where state = 'published';
create index content_by_title on content_items using gin (title gin_trgm_ops) where state = 'published';
create index content_by_owner on content_items (profile_id, created_at desc);
