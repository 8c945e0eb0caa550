-- How members answer those who write to them, measured every day from the last thirty; only where enough is known.
create table message_answers (
  profile_id uuid primary key references profiles on delete cascade,
  -- Of the turns of others that waited a day or were answered in it, how many were answered, in per cent.
  rate smallint not null check (rate between 0 and 100),
  -- Median of those answers; null where none was given.
  median_minutes integer check (median_minutes >= 0),
  measured_at timestamptz not null
);
