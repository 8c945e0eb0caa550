-- Labels of a creator's links, and how often people came by each.
create table profile_links (
  profile_id uuid not null references profiles on delete cascade,
  label text not null check (char_length(label) <= 24),
  created_at timestamptz not null,
  primary key (profile_id, label)
);

create table profile_link_days (
  profile_id uuid not null references profiles on delete cascade,
  label text not null,
  day date not null,
  visits integer not null default 0,
  primary key (profile_id, label, day)
);
create index profile_link_days_by_day on profile_link_days (day);

-- Keyed hashes of a day, a link and an account, so that a person counts once a day. Deleted when the day is over.
create table profile_link_visitors (
  visitor bytea primary key,
  day date not null
);
create index profile_link_visitors_by_day on profile_link_visitors (day);
