alter table lives
  -- When a show is to begin that was planned ahead.
  add column planned_for timestamptz,
  -- True until its creator begins it.
  add column is_planned boolean not null default false,
  add constraint planned_for_a_time check (not is_planned or (planned_for is not null and last_part_at is null));
drop index lives_under_way;
-- At most one show under way per creator; others may be planned.
create unique index lives_under_way on lives (creator_id) where ended_at is null and not is_planned;
create index lives_planned on lives (planned_for) where is_planned and ended_at is null;

-- Members who asked to be notified when a planned show begins.
create table live_reminders (
  live_id uuid not null references lives on delete cascade,
  profile_id uuid not null references profiles on delete cascade,
  primary key (live_id, profile_id)
);
