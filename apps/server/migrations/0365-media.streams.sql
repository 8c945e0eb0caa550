-- Videos and sound that are published as streams; other videos are one clip.
alter table media add column is_stream boolean not null default false;
alter table media add constraint media_stream_kind check (
  not is_stream or (kind in ('video', 'audio') and clip is null)
) not valid;
alter table media validate constraint media_stream_kind;

create table media_streams (
  media_id uuid primary key references media on delete cascade,
  -- Percent of the encoding.
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Loudest sample of each of up to 200 parts.
  peaks bytea check (octet_length(peaks) <= 200),
  -- Perceptual hashes of frames, for the block list.
  prints bit(256)[] not null default '{}'
);

-- One encoded file of a stream. Segments follow each other in the file.
create table media_stream_tracks (
  media_id uuid not null references media_streams on delete cascade,
  name text collate "C" not null check (name in ('sound', 'saver', '240p', '360p', '480p', '720p', '1080p')),
  codec text not null,
  width integer,
  height integer,
  frame_rate integer,
  byte_size bigint not null check (byte_size > 0),
  init_size integer not null check (init_size > 0),
  segment_sizes integer[] not null,
  segment_ms integer[] not null,
  primary key (media_id, name),
  constraint media_stream_tracks_index check (
    cardinality(segment_sizes) between 1 and 4000 and cardinality(segment_sizes) = cardinality(segment_ms)
  )
);
