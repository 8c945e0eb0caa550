-- The files of an item after its cover, which is `content_items.media_id`.
create table content_files (
  media_id uuid primary key references media,
  content_id uuid not null references content_items on delete cascade,
  -- 1 for the file after the cover; null for one that was removed from a published item.
  position smallint check (position between 1 and 19),
  media_type text collate "C" not null check (media_type in ('image', 'video')),
  duration_ms integer,
  removed_at timestamptz,
  unique (content_id, position),
  constraint content_files_removed check ((removed_at is null) = (position is not null))
);

-- How many of each kind follow the cover, so that lists need no join.
alter table content_items
  add column more_pictures smallint not null default 0,
  add column more_videos smallint not null default 0;

-- SHA-256 of the other files that were agreed to.
alter table content_people add column more_sha256 bytea[] not null default '{}';
create index content_people_refused_more on content_people using gin (more_sha256) where state = 'no';

-- Every file of every item, in order.
create view content_item_files as
  select id as content_id, media_id, 0::smallint as position, media_type, duration_ms
    from content_items where media_id is not null
  union all
  select content_id, media_id, position, media_type, duration_ms from content_files where removed_at is null;
