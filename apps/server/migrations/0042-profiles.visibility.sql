alter table profiles
  -- `hidden_at` is what every query asks: either of these two, so that neither ends the other.
  add column removed_at timestamptz,
  add column hides_since timestamptz,
  -- Seen only by people they have flamed or written to, and never online.
  add column incognito boolean not null default false,
  -- Of the place that others are shown, if one is kept.
  add column place_province text collate "C",
  -- The same, or else of the city in the profile.
  add column province text collate "C" check (province in ('EC', 'FS', 'GP', 'KZN', 'LP', 'MP', 'NC', 'NW', 'WC')),
  add column blocked_provinces text[] collate "C" not null default '{}' check (cardinality(blocked_provinces) <= 9);

update profiles set removed_at = hidden_at where hidden_at is not null;
update profiles set province = case city
  when 'Cape Town' then 'WC' when 'Johannesburg' then 'GP' when 'Durban' then 'KZN' when 'Pretoria' then 'GP'
  when 'Port Elizabeth' then 'EC' when 'Bloemfontein' then 'FS' when 'East London' then 'EC'
  when 'Pietermaritzburg' then 'KZN' when 'Polokwane' then 'LP' when 'Kimberley' then 'NC' end;

drop index profiles_online;
create index profiles_online on profiles (last_seen_at desc) where hidden_at is null and not incognito;
drop index profiles_available;
create index profiles_available on profiles (available_until)
  where available_until is not null and hidden_at is null and not incognito;

-- Whom somebody has flamed or written to: these see them while they are incognito.
create table profile_acquaintances (
  profile_id uuid not null references profiles on delete cascade,
  other_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null,
  primary key (profile_id, other_id),
  check (profile_id <> other_id)
);
create index profile_acquaintances_by_other on profile_acquaintances (other_id, profile_id);
