-- What people post, feel and like; all of it lapses within days.
create table interest_posts (
  id uuid primary key,
  profile_id uuid not null references profiles on delete cascade,
  category text not null,
  kind text not null check (kind in ('hookups', 'photos', 'chat', 'secret')),
  text text not null check (length(text) between 1 and 280),
  like_count integer not null default 0 check (like_count >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
) with (fillfactor = 80);
create index interest_posts_by_time on interest_posts (created_at desc, id desc);
create index interest_posts_by_kind on interest_posts (kind, created_at desc, id desc);
create index interest_posts_by_category on interest_posts (category, created_at desc, id desc);
create index interest_posts_by_profile on interest_posts (profile_id);
create index interest_posts_by_end on interest_posts (expires_at);

create table interest_post_likes (
  target_id uuid not null references interest_posts on delete cascade,
  profile_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null,
  primary key (target_id, profile_id)
);
create index interest_post_likes_by_profile on interest_post_likes (profile_id);

-- A person has one mood at a time.
create table moods (
  id uuid primary key,
  profile_id uuid not null unique references profiles on delete cascade,
  preset text,
  words text not null check (length(words) between 1 and 60),
  like_count integer not null default 0 check (like_count >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
) with (fillfactor = 80);
create index moods_by_time on moods (created_at desc, id desc);
create index moods_by_end on moods (expires_at);

create table mood_likes (
  target_id uuid not null references moods on delete cascade,
  profile_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null,
  primary key (target_id, profile_id)
);
create index mood_likes_by_profile on mood_likes (profile_id);

-- How often somebody did something on a Johannesburg day; only the latest day is kept.
create table activity_quotas (
  profile_id uuid not null references profiles on delete cascade,
  action text not null,
  day date not null,
  used integer not null check (used > 0),
  primary key (profile_id, action)
) with (fillfactor = 70);

-- The latest time each person posted or liked something of a category, and where they said they live.
create table cravings (
  category text not null,
  profile_id uuid not null references profiles on delete cascade,
  city text not null,
  craved_at timestamptz not null,
  primary key (category, profile_id)
) with (fillfactor = 80);
create index cravings_by_time on cravings (craved_at) include (category, city);
create index cravings_by_profile on cravings (profile_id);

-- Counts of the home page, counted by one process at a time and read by all.
create table activity_figures (
  name text primary key,
  value jsonb,
  computed_at timestamptz,
  claimed_at timestamptz not null
) with (fillfactor = 50);

-- What a count was at the first look in each stretch of time: what growth is measured against.
create table activity_snapshots (
  figure text not null,
  bucket timestamptz not null,
  key text not null,
  people integer not null check (people >= 0),
  primary key (figure, bucket, key)
);
create index activity_snapshots_by_age on activity_snapshots (bucket);
