-- A file may have several rows, one for each use, that share its folder in storage.
alter table media drop constraint media_storage_key_key;
create index media_by_folder on media (storage_key);
alter table media
  add column is_copy boolean not null default false,
  -- Uploaded by a creator, whose library lists it: an unused one is kept longer.
  add column for_library boolean not null default false;
