create table media (
  id uuid primary key,
  owner_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('image', 'video', 'audio')),
  state text not null default 'uploading' check (state in ('uploading', 'processing', 'ready', 'failed', 'blocked')),
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
  created_at timestamptz not null default now(),
  ready_at timestamptz
);
create index media_by_owner on media (owner_id, created_at desc);
