-- How far each change of stored rows has come that is made in batches by a job.
create table backfills (
  name text collate "C" primary key check (length(name) <= 100),
  -- Key of the last row of its last batch; null before the first.
  position text,
  changed_rows bigint not null default 0,
  started_at timestamptz not null default now(),
  done_at timestamptz
);
