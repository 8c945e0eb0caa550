alter table lives
  -- Who may watch the show again; holders of a ticket among them unless nobody may.
  add column replay text collate "C" not null default 'none' check (replay in ('holders', 'subscribers', 'none')),
  -- Set at the end of a show that has a replay; null again when it was removed.
  add column replay_until timestamptz,
  -- Whether segments may lie in the storage.
  add column has_files boolean not null default true,
  add constraint replay_for_holders_of_tickets check (replay <> 'holders' or audience = 'tickets'),
  add constraint replay_after_the_end check (replay_until is null or (ended_at is not null and replay <> 'none'));
create index lives_replays on lives (ended_at desc) where replay_until is not null;
create index lives_with_files on lives (ended_at) where has_files and ended_at is not null;

-- Segments of the replay; the others are removed while the show runs.
alter table live_segments add column kept boolean not null default false;
