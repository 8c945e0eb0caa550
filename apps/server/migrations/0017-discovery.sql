-- Stored locations: an H3 cell of resolution 7 and its city. Null cells: no location is stored.
create table discovery_places (
  profile_id uuid primary key references profiles on delete cascade,
  cell bigint,
  city text,
  province text collate "C",
  source text collate "C" check (source in ('device', 'city')),
  changed_at timestamptz,
  -- The location shown to others; null before the first one.
  shown_cell bigint,
  shown_city text,
  shown_province text collate "C",
  -- When the own location becomes the displayed one; null when it is.
  shows_at timestamptz,
  -- Changes on one Johannesburg day, including those of deleted locations.
  day text collate "C" not null,
  changes smallint not null check (changes >= 0),
  -- When the profile's city last changed.
  city_changed_at timestamptz,
  check ((cell is null) = (city is null) and (cell is null) = (changed_at is null) and (cell is null) = (source is null)),
  check ((shown_cell is null) = (shown_city is null)),
  check (cell is not null or (shown_cell is null and shows_at is null))
);
create index discovery_places_due on discovery_places (shows_at) where shows_at is not null;

-- People that lists by distance can contain: with a displayed location, not hidden, not incognito.
create table discovery_people (
  profile_id uuid primary key references profiles on delete cascade,
  cell bigint not null,
  -- The cell's parent of resolution 5.
  area bigint not null,
  -- Band of the last visit: 0 now, 1 an hour, 2 a day, 3 a week, 4 longer.
  band smallint not null check (band between 0 and 4),
  band_until timestamptz not null,
  -- Rank within a distance, lowest first: by VIP boost, then by band.
  rank smallint not null check (rank between 0 and 19),
  -- When their rank last fell or they moved: lists begun earlier have already shown them.
  fell_at timestamptz not null,
  boost smallint not null check (boost in (1, 3, 5, 10)),
  boost_until timestamptz,
  -- Keyed hash as tie-breaker.
  tie bigint not null,
  age smallint not null,
  -- 0 not stated, otherwise the order in the contract.
  relationship smallint not null,
  verified boolean not null,
  -- One bit per category of interest.
  interests integer not null,
  available_until timestamptz
) with (fillfactor = 80);
create index discovery_people_by_cell on discovery_people (cell, rank, tie)
  include (profile_id, band, age, relationship, verified, interests, fell_at);
create index discovery_people_by_area on discovery_people (area, band, rank, tie)
  include (profile_id, cell, age, relationship, verified, interests, fell_at);
create index discovery_people_available on discovery_people (cell, rank, tie)
  include (profile_id, relationship, available_until) where available_until is not null;
create index discovery_people_band_due on discovery_people (band_until);
create index discovery_people_boost_due on discovery_people (boost_until) where boost_until is not null;
create index discovery_people_lapse on discovery_people (available_until) where available_until is not null;

create table flames (
  sender_id uuid not null references profiles on delete cascade,
  recipient_id uuid not null references profiles on delete cascade,
  sent_at timestamptz not null,
  -- An earlier day's flame, which is restored when this one is taken back.
  earlier_at timestamptz,
  -- This flame made the sender visible to the recipient.
  met boolean not null default false,
  primary key (sender_id, recipient_id),
  check (sender_id <> recipient_id)
);
create index flames_sent on flames (sender_id, sent_at desc, recipient_id desc);
create index flames_received on flames (recipient_id, sent_at desc, sender_id desc);

-- Two people who have sent each other a flame; the lower id first.
create table flame_matches (
  low_id uuid not null references profiles on delete cascade,
  high_id uuid not null references profiles on delete cascade,
  matched_at timestamptz not null,
  primary key (low_id, high_id),
  check (low_id < high_id)
);
create index flame_matches_by_high on flame_matches (high_id, low_id);

-- Interest posts, moods and likes; all expire within days.
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

-- One mood per person.
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

-- Number of actions per person on a Johannesburg day; only the latest day is stored.
create table activity_quotas (
  profile_id uuid not null references profiles on delete cascade,
  action text not null,
  day date not null,
  used integer not null check (used > 0),
  primary key (profile_id, action)
) with (fillfactor = 70);

-- Latest post or like of each person per category, with the profile's city.
create table cravings (
  category text not null,
  profile_id uuid not null references profiles on delete cascade,
  city text not null,
  craved_at timestamptz not null,
  primary key (category, profile_id)
) with (fillfactor = 80);
create index cravings_by_time on cravings (craved_at) include (category, city);
create index cravings_by_profile on cravings (profile_id);

-- Counts of the home screen, computed by one process at a time and read by all.
create table activity_figures (
  name text primary key,
  value jsonb,
  computed_at timestamptz,
  claimed_at timestamptz not null
) with (fillfactor = 50);

-- First value of a count in each period, as the base of growth.
create table activity_snapshots (
  figure text not null,
  bucket timestamptz not null,
  key text not null,
  people integer not null check (people >= 0),
  primary key (figure, bucket, key)
);
create index activity_snapshots_by_age on activity_snapshots (bucket);
