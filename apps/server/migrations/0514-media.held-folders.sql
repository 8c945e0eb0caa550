-- Folders of files that were to be removed while a legal hold keeps them; the sweep of files removes them after it.
create table held_folders (
  storage_key text collate "C" primary key,
  kept_at timestamptz not null default now()
);
