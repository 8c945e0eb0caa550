-- The fill factor leaves room for count updates on the same page, without index writes.
create table profiles (
  id uuid primary key,
  account_id uuid not null unique references accounts on delete cascade,
  display_name text not null check (length(display_name) between 3 and 40),
  bio text not null default '' check (length(bio) <= 600),
  -- As stated by the member; the verified birth date takes precedence.
  stated_age smallint not null check (stated_age between 18 and 110),
  city text not null check (length(city) between 2 and 60),
  relationship_status text check (relationship_status in ('single', 'married', 'open', 'discreet')),
  looking_for text[] not null default '{}' check (cardinality(looking_for) <= 8),
  -- Set together, for creators only.
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
  -- Suspended, erased or hidden: absent from every list.
  hidden_at timestamptz,
  -- Created before the owner proved their age: hidden from others.
  awaiting_age_check boolean not null default false,
  -- Identifies the two sample creators of the demo world.
  sample_slug text unique,
  last_seen_at timestamptz,
  available_until timestamptz,
  created_at timestamptz not null default now(),
  -- `hidden_at`, used in every query, is set while either of these two is set.
  removed_at timestamptz,
  hides_since timestamptz,
  -- Visible only to people they have sent a flame or written to; never online.
  incognito boolean not null default false,
  -- Province of the shared location, if any.
  place_province text collate "C",
  -- Province of the shared location, otherwise of the profile's city.
  province text collate "C" check (province in ('EC', 'FS', 'GP', 'KZN', 'LP', 'MP', 'NC', 'NW', 'WC')),
  blocked_provinces text[] collate "C" not null default '{}' check (cardinality(blocked_provinces) <= 9),
  -- When staff checked an identity document; this is the verified badge. A proof of age alone sets
  -- creator_verified_at, which lets a creator publish without review.
  identity_checked_at timestamptz,
  constraint creator_has_price check ((category is null) = (subscription_price_cents is null))
) with (fillfactor = 80);
create index profiles_by_name on profiles using gin (display_name gin_trgm_ops);
-- For searches of one or two letters, which have no trigram.
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

-- `other_id` received a flame or message from `profile_id`, and sees them while they are incognito.
create table profile_acquaintances (
  profile_id uuid not null references profiles on delete cascade,
  other_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null,
  primary key (profile_id, other_id),
  check (profile_id <> other_id)
);
create index profile_acquaintances_by_other on profile_acquaintances (other_id, profile_id);

-- Profiles shown to an account on a Johannesburg day, as 32-bit hashes: enough to count, too few bits to identify.
create table profile_viewing (
  account_id uuid primary key references accounts on delete cascade,
  day text collate "C" not null,
  shown integer[] not null
) with (fillfactor = 50);
