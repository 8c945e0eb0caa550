create table media (
  id uuid primary key,
  owner_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('image', 'video', 'audio')),
  state text not null default 'uploading' check (state in ('uploading', 'processing', 'ready', 'failed', 'blocked')),
  -- Reason of a failure or block, as text for the owner.
  reason text,
  byte_size bigint not null check (byte_size >= 0),
  width integer,
  height integer,
  duration_ms integer,
  -- At most six average colours (#rrggbb) that tint the veil.
  tints text[] not null default '{}' check (cardinality(tints) <= 6),
  -- Available widths, as WebP and AVIF in storage.
  widths integer[] not null default '{}',
  -- Random part of the storage path, so that an id does not reveal a URL.
  storage_key text not null unique check (length(storage_key) >= 22),
  -- Hash of the original bytes, to recognise a removed file.
  sha256 bytea check (octet_length(sha256) = 32),
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  -- Set by the sweep when an old ready file is still referenced.
  kept_at timestamptz,
  -- A video is one file; the widths are those of its poster.
  clip text check (clip in ('mp4', 'webm')),
  constraint media_clip_of_video check (clip is null or kind = 'video')
);
create index media_by_owner on media (owner_id, created_at desc);
create index media_unsettled on media (created_at) where state in ('uploading', 'processing', 'failed');
create index media_perhaps_unused on media (ready_at) where state = 'ready' and kept_at is null;

-- Hashes of files that must not be published again.
create table blocked_files (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  created_at timestamptz not null default now()
);
