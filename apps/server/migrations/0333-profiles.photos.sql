-- The keys of the shown photo and cover are columns of the profile, so that lists need no further query.
alter table profiles
  add column photo_key text unique,
  add column cover_key text unique,
  -- The last decision about a photo was a refusal: the next photos wait for a moderator.
  add column photos_need_review boolean not null default false,
  -- When a moderator compared the first photo with a selfie; cleared with that photo.
  add column photo_checked_at timestamptz;

create table profile_photos (
  id uuid primary key,
  profile_id uuid not null references profiles on delete cascade,
  -- Its file is neither published nor sent nor delivered.
  media_id uuid not null unique references media,
  role text not null check (role in ('photo', 'cover')),
  -- Order of the photos; none for a cover.
  position smallint check (position between 0 and 5),
  -- The part that is shown, in 1/10000 of the picture's width and height.
  crop_left smallint not null check (crop_left >= 0),
  crop_top smallint not null check (crop_top >= 0),
  crop_width smallint not null check (crop_width > 0 and crop_left + crop_width <= 10000),
  crop_height smallint not null check (crop_height > 0 and crop_top + crop_height <= 10000),
  -- Random name of the folder of its sizes, and part of their addresses.
  key text not null unique check (length(key) >= 22),
  state text not null check (state in ('waiting', 'shown', 'refused', 'hidden')),
  -- Why it is refused or hidden, as text for its owner.
  reason text,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references accounts on delete set null,
  check ((role = 'cover') = (position is null)),
  -- Checked at the commit, so that two photos can change places.
  unique (profile_id, position) deferrable initially deferred
);
create unique index profile_photos_cover on profile_photos (profile_id) where role = 'cover';
create index profile_photos_waiting on profile_photos (created_at) where state = 'waiting';
