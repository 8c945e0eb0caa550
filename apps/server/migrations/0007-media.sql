create table media (
  id uuid primary key,
  owner_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('image', 'video', 'audio')),
  state text not null default 'uploading' check (state in ('uploading', 'processing', 'ready', 'failed', 'blocked')),
  -- Why it failed or is blocked, in words for its owner.
  reason text,
  byte_size bigint not null check (byte_size >= 0),
  width integer,
  height integer,
  duration_ms integer,
  -- At most six average colours (#rrggbb) that tint the veil.
  tints text[] not null default '{}' check (cardinality(tints) <= 6),
  -- Widths that exist as WebP and AVIF in storage.
  widths integer[] not null default '{}',
  -- Random part of the storage path: knowing an id does not name a file.
  storage_key text not null unique check (length(storage_key) >= 22),
  -- Of the bytes that were sent, so that a removed file can be recognised when it comes back.
  sha256 bytea check (octet_length(sha256) = 32),
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  -- Set by the sweep when something still refers to a file that has been ready for long.
  kept_at timestamptz,
  -- A video is one file here; the widths of its row are those of the picture that stands for it.
  clip text check (clip in ('mp4', 'webm')),
  constraint media_clip_of_video check (clip is null or kind = 'video')
);
create index media_by_owner on media (owner_id, created_at desc);
create index media_unsettled on media (created_at) where state in ('uploading', 'processing', 'failed');
create index media_perhaps_unused on media (ready_at) where state = 'ready' and kept_at is null;

-- Files that must not be published again.
create table blocked_files (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  created_at timestamptz not null default now()
);
