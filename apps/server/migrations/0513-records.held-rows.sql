-- Copies of rows that members or jobs removed while a legal hold was on somebody they are about. Members see them gone. The retention job removes a copy once no hold needs it.
create table held_rows (
  id uuid primary key default gen_random_uuid(),
  table_name text collate "C" not null,
  -- Whom the hold is on.
  account_id uuid not null,
  removed_at timestamptz not null default now(),
  content jsonb not null,
  -- The file or attachment that the row showed.
  reference uuid generated always as ((content ->> 'media_id')::uuid) stored,
  folder text collate "C" generated always as (coalesce(content ->> 'storage_key', content ->> 'folder')) stored
);
create index held_rows_by_account on held_rows (account_id, removed_at);
create index held_rows_by_reference on held_rows (reference) where reference is not null;
create index held_rows_by_folder on held_rows (folder) where folder is not null;

create index legal_holds_open on legal_holds (subject_type, subject_id) where ended_at is null;

insert into retention_rules (id, position, mode, days, basis, worker) values
  ('held_row', 50, 'job', 1, 'Copies for a legal hold: the day after the last hold that needs them', null);
