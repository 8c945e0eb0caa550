-- Whether everyone but its owner plays copies of the film that are marked for them: it was offered for sale.
alter table media add column is_marked boolean not null default false;
alter table media add constraint media_marked_kind check (not is_marked or (is_stream and kind = 'video')) not valid;
alter table media validate constraint media_marked_kind;

-- A rung of a film encoded again with a faint pattern. All uses of a file share them, as they share its folder.
create table media_stream_variants (
  storage_key text collate "C" not null,
  track text collate "C" not null check (track in ('saver', '240p', '360p', '480p', '720p', '1080p')),
  -- The patterns it carries, one bit each; 0 would be the rung itself.
  variant smallint not null check (variant between 1 and 3),
  init_size integer not null check (init_size > 0),
  segment_sizes integer[] not null check (cardinality(segment_sizes) between 1 and 4000),
  primary key (storage_key, track, variant)
);
