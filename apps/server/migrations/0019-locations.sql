-- Events of members. The counter is raised in the statement that takes a place, and so limits attendance.
create table hotspot_events (
  id uuid primary key,
  organizer_id uuid not null references profiles on delete cascade,
  title text not null check (length(title) between 3 and 100),
  description text not null check (length(description) between 10 and 1000),
  venue text not null check (length(venue) between 2 and 100),
  address text not null default '' check (length(address) <= 200),
  city text not null check (length(city) between 2 and 60),
  category text not null check (length(category) between 2 and 40),
  starts_at timestamptz not null,
  max_attendees integer not null check (max_attendees between 2 and 5000),
  attendee_count integer not null default 0,
  price_cents integer not null default 0 check (price_cents between 0 and 10000000),
  minimum_age smallint not null default 18 check (minimum_age between 18 and 99),
  dresscode text not null default '' check (length(dresscode) <= 80),
  tags text[] not null default '{}' check (cardinality(tags) <= 6),
  state text not null default 'published' check (state in ('published', 'cancelled', 'removed')),
  created_at timestamptz not null,
  constraint places_are_not_oversold check (attendee_count between 0 and max_attendees)
);
create index hotspot_events_to_come on hotspot_events (starts_at, id) where state = 'published';
create index hotspot_events_by_city on hotspot_events (city, starts_at, id) where state = 'published';
create index hotspot_events_by_organizer on hotspot_events (organizer_id, starts_at, id);

create table event_attendances (
  event_id uuid not null references hotspot_events on delete cascade,
  profile_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null,
  -- When attendees were notified of the cancellation.
  told_at timestamptz,
  primary key (event_id, profile_id)
);
create index event_attendances_by_person on event_attendances (profile_id, event_id);

-- One travel plan per member: a city and the Johannesburg days of the stay.
create table travel_plans (
  profile_id uuid primary key references profiles on delete cascade,
  home_city text not null check (length(home_city) between 2 and 60),
  visiting_city text not null check (length(visiting_city) between 2 and 60),
  arrival_date date not null,
  departure_date date not null,
  looking_for text not null default '' check (length(looking_for) <= 120),
  created_at timestamptz not null,
  check (arrival_date <= departure_date),
  check (home_city <> visiting_city)
);
create index travel_plans_by_city on travel_plans (visiting_city, arrival_date, profile_id);
create index travel_plans_ending on travel_plans (departure_date);

-- Requests for company tonight; expire at 06:00.
create table tonight_requests (
  id uuid primary key,
  profile_id uuid not null references profiles on delete cascade,
  city text not null check (length(city) between 2 and 60),
  category text not null check (length(category) between 2 and 40),
  text text not null check (length(text) between 3 and 280),
  created_at timestamptz not null,
  lapses_at timestamptz not null,
  check (created_at < lapses_at)
);
create index tonight_requests_by_city on tonight_requests (city, id desc);
create index tonight_requests_by_writer on tonight_requests (profile_id, id desc);
create index tonight_requests_lapsing on tonight_requests (lapses_at);

create table tonight_responses (
  id uuid primary key,
  request_id uuid not null references tonight_requests on delete cascade,
  profile_id uuid not null references profiles on delete cascade,
  message text not null check (length(message) between 1 and 280),
  created_at timestamptz not null,
  unique (request_id, profile_id)
);
create index tonight_responses_by_writer on tonight_responses (profile_id, created_at desc);

-- Safety plans. Their texts are sealed with the plan's id; the link's token is derived from the id with a key of the
-- server, and only its hash is stored.
create table safety_plans (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  about text not null check (about in ('event', 'tonight', 'travel', 'date')),
  about_id uuid,
  starts_at timestamptz not null,
  back_by timestamptz not null,
  sealed bytea not null,
  -- Keyed hash of the contact's address: limits mails to it and finds an opt-out.
  contact_index bytea not null check (octet_length(contact_index) = 32),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  state text not null default 'open' check (state in ('open', 'safe', 'overdue', 'alerted', 'cancelled')),
  reminded_at timestamptz,
  alerted_at timestamptz,
  created_at timestamptz not null,
  check (starts_at <= back_by),
  constraint alerted_at_a_time check ((state = 'alerted') <= (alerted_at is not null))
);
create index safety_plans_by_owner on safety_plans (account_id, id desc);
create index safety_plans_by_contact on safety_plans (contact_index, created_at desc);
create index safety_plans_due on safety_plans (back_by) where state in ('open', 'overdue');
create index safety_plans_old on safety_plans (back_by);

-- Addresses that opted out of safety plans.
create table safety_contact_stops (
  contact_index bytea primary key check (octet_length(contact_index) = 32),
  created_at timestamptz not null
);
