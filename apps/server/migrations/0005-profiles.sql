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
  constraint creator_has_price check ((category is null) = (subscription_price_cents is null))
) with (fillfactor = 80); -- room on the page for the next count keeps most updates away from the indexes
create index profiles_by_name on profiles using gin (display_name gin_trgm_ops);
-- One or two letters have no trigram of their own.
create index profiles_by_name_start on profiles (lower(display_name) text_pattern_ops) where hidden_at is null;
create index creators_by_subscribers on profiles (subscriber_count desc, id desc) where category is not null and hidden_at is null;
create index creators_by_age on profiles (created_at desc, id desc) where category is not null and hidden_at is null;
create index creators_by_price on profiles (subscription_price_cents, id) where category is not null and hidden_at is null;
create index profiles_online on profiles (last_seen_at desc) where hidden_at is null;
create index profiles_available on profiles (available_until) where available_until is not null and hidden_at is null;

create table blocks (
  blocker_id uuid not null references profiles on delete cascade,
  blocked_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_by_blocked on blocks (blocked_id, blocker_id);
