-- Who opened a creator's page on a day, and in which hours (bit 0 is midnight in Johannesburg). Rows go when the day was
-- counted; nobody reads them otherwise.
create table page_visits (
  profile_id uuid not null references profiles on delete cascade,
  day date not null,
  account_id uuid not null references accounts on delete cascade,
  source text collate "C" not null check (source in ('discovery', 'search', 'link', 'feed', 'direct')),
  hours integer not null check (hours > 0),
  primary key (profile_id, day, account_id) include (source)
);
create index page_visits_by_day on page_visits (day);
create index page_visits_by_account on page_visits (account_id);

-- A creator's days in numbers: visitors by source, subscriptions whose paid time ended that day and went on or not, and
-- how many people visited or paid in each hour.
create table creator_days (
  profile_id uuid not null references profiles on delete cascade,
  day date not null,
  discovery integer not null default 0,
  search integer not null default 0,
  link integer not null default 0,
  feed integer not null default 0,
  direct integer not null default 0,
  renewed integer not null default 0,
  ended integer not null default 0,
  hours integer[] check (cardinality(hours) = 24),
  primary key (profile_id, day)
);
create index creator_days_by_day on creator_days (day);

-- Where a fan came from on the day they first followed, subscribed or paid; of those whose visit was counted.
create table fan_origins (
  profile_id uuid not null references profiles on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  source text collate "C" not null check (source in ('discovery', 'search', 'link', 'feed', 'direct', 'code')),
  day date not null,
  primary key (profile_id, account_id)
);
create index fan_origins_by_account on fan_origins (account_id);

-- What fans of a source have paid, computed each night for creators whose page was visited.
create table creator_values (
  profile_id uuid not null references profiles on delete cascade,
  source text collate "C" not null,
  people integer not null,
  earned_cents bigint not null,
  primary key (profile_id, source)
);

-- The first days that are not counted yet.
create table creator_days_state (
  id boolean primary key default true check (id),
  visits_until date not null,
  ends_until date not null
);

create index subscription_periods_by_end on subscription_periods (ends_at);
