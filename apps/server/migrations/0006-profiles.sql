-- The fill factor leaves room on the page for the next count: most updates stay away from the indexes.
create table profiles (
  id uuid primary key,
  account_id uuid not null unique references accounts on delete cascade,
  display_name text not null check (length(display_name) between 3 and 40),
  bio text not null default '' check (length(bio) <= 600),
  -- What the member said; the verified birth date wins once there is one.
  stated_age smallint not null check (stated_age between 18 and 110),
  city text not null check (length(city) between 2 and 60),
  relationship_status text check (relationship_status in ('single', 'married', 'open', 'discreet')),
  looking_for text[] not null default '{}' check (cardinality(looking_for) <= 8),
  -- Present together for a creator.
  category text,
  subscription_price_cents integer check (subscription_price_cents between 2999 and 99999),
  creator_verified_at timestamptz,
  show_earnings boolean not null default false,
  subscriber_count integer not null default 0 check (subscriber_count >= 0),
  follower_count integer not null default 0 check (follower_count >= 0),
  content_count integer not null default 0 check (content_count >= 0),
  photo_count integer not null default 0 check (photo_count >= 0),
  video_count integer not null default 0 check (video_count >= 0),
  like_count integer not null default 0 check (like_count >= 0),
  -- Suspended, erased or hidden people: absent from every list.
  hidden_at timestamptz,
  -- Made before its owner proved their age: nobody else sees it yet.
  awaiting_age_check boolean not null default false,
  -- Names the two sample creators of the demo world.
  sample_slug text unique,
  last_seen_at timestamptz,
  available_until timestamptz,
  created_at timestamptz not null default now(),
  -- `hidden_at` is what every query asks: either of these two, so that neither ends the other.
  removed_at timestamptz,
  hides_since timestamptz,
  -- Seen only by people they have flamed or written to, and never online.
  incognito boolean not null default false,
  -- Of the place that others are shown, if one is kept.
  place_province text collate "C",
  -- The same, or else of the city in the profile.
  province text collate "C" check (province in ('EC', 'FS', 'GP', 'KZN', 'LP', 'MP', 'NC', 'NW', 'WC')),
  blocked_provinces text[] collate "C" not null default '{}' check (cardinality(blocked_provinces) <= 9),
  -- When staff looked at a document of this person, which is what the badge says. A proof of age alone is
  -- creator_verified_at: it lets a creator publish without review.
  identity_checked_at timestamptz,
  constraint creator_has_price check ((category is null) = (subscription_price_cents is null))
) with (fillfactor = 80);
create index profiles_by_name on profiles using gin (display_name gin_trgm_ops);
-- One or two letters have no trigram of their own.
create index profiles_by_name_start on profiles (lower(display_name) text_pattern_ops) where hidden_at is null;
create index creators_by_subscribers on profiles (subscriber_count desc, id desc) where category is not null and hidden_at is null;
create index creators_by_age on profiles (created_at desc, id desc) where category is not null and hidden_at is null;
create index creators_by_price on profiles (subscription_price_cents, id) where category is not null and hidden_at is null;
create index profiles_available on profiles (available_until)
  where available_until is not null and hidden_at is null and not incognito;
create index profiles_online on profiles (last_seen_at desc) include (city, awaiting_age_check)
  where hidden_at is null and not incognito;

create table blocks (
  blocker_id uuid not null references profiles on delete cascade,
  blocked_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_by_blocked on blocks (blocked_id, blocker_id);

-- Whom somebody has flamed or written to: these see them while they are incognito.
create table profile_acquaintances (
  profile_id uuid not null references profiles on delete cascade,
  other_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null,
  primary key (profile_id, other_id),
  check (profile_id <> other_id)
);
create index profile_acquaintances_by_other on profile_acquaintances (other_id, profile_id);

-- Whom an account was shown on a Johannesburg day, as 32-bit hashes: enough to count, too little to tell.
create table profile_viewing (
  account_id uuid primary key references accounts on delete cascade,
  day text collate "C" not null,
  shown integer[] not null
) with (fillfactor = 50);
