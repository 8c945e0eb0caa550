-- Match preferences of a member; others match on them too.
create table matching_preferences (
  profile_id uuid primary key references profiles on delete cascade,
  enabled boolean not null default true,
  age_min smallint not null default 25 check (age_min between 18 and 60),
  age_max smallint not null default 35 check (age_max between age_min and 60),
  -- Whole kilometres.
  max_distance smallint not null default 25 check (max_distance between 1 and 100),
  -- One bit per value, in the order of the contract's lists.
  interests smallint not null default 0 check (interests between 0 and 255),
  lifestyle smallint not null default 0 check (lifestyle between 0 and 511),
  goals smallint not null default 0 check (goals between 0 and 63),
  weight_location smallint not null default 50 check (weight_location between 0 and 100),
  weight_interests smallint not null default 50 check (weight_interests between 0 and 100),
  weight_lifestyle smallint not null default 50 check (weight_lifestyle between 0 and 100),
  weight_activity smallint not null default 50 check (weight_activity between 0 and 100),
  changed_at timestamptz not null
);
create index matching_preferences_by_change on matching_preferences (changed_at, profile_id);

-- When a member's matches were last computed, and whether a computation is requested.
create table matching_runs (
  profile_id uuid primary key references profiles on delete cascade,
  asked_at timestamptz not null,
  computed_at timestamptz,
  considered integer not null default 0 check (considered >= 0)
);

create table matching_results (
  profile_id uuid not null references profiles on delete cascade,
  other_id uuid not null references profiles on delete cascade,
  -- Hundredths of a point, 0 to 10,000, and the part of each factor.
  score smallint not null check (score between 0 and 10000),
  location smallint not null,
  interests smallint not null,
  lifestyle smallint not null,
  activity smallint not null,
  -- Whole kilometres as displayed.
  distance smallint,
  primary key (profile_id, other_id),
  check (profile_id <> other_id)
);
create index matching_results_by_score on matching_results (profile_id, score desc, other_id);
-- Finds the match lists that contain a changed person.
create index matching_results_by_other on matching_results (other_id);
