create table lives (
  id uuid primary key,
  creator_id uuid not null references profiles on delete cascade,
  title text not null check (length(title) between 1 and 120),
  started_at timestamptz not null,
  ended_at timestamptz check (ended_at >= started_at)
);
-- At most one live per creator.
create unique index lives_under_way on lives (creator_id) where ended_at is null;
create index lives_by_creator on lives (creator_id, started_at desc);
