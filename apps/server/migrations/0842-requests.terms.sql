-- Whom a creator takes requests from, from which price, and what they offer to make.
create table request_terms (
  profile_id uuid primary key references profiles on delete cascade,
  open_to text collate "C" not null check (open_to = any ('{diamond, subscribers}'::text[])),
  minimum_credits integer not null check (minimum_credits between 5 and 10000),
  updated_at timestamptz not null
);
create table request_offers (
  id uuid primary key,
  profile_id uuid not null references profiles on delete cascade,
  position smallint not null,
  title text not null check (char_length(title) between 2 and 100),
  delivers text not null check (char_length(delivers) between 1 and 300),
  content_type text collate "C" not null check (content_type = any ('{photo, video}'::text[])),
  credits integer not null check (credits between 5 and 10000),
  days smallint not null check (days between 1 and 30)
);
create index request_offers_by_profile on request_offers (profile_id, position);

-- What was offered when the request was sent, whatever becomes of the offer.
alter table content_requests
  add column offer_delivers text check (char_length(offer_delivers) <= 300),
  add column offer_days smallint;
