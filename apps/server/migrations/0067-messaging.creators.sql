create table saved_replies (
  id uuid primary key,
  profile_id uuid not null references profiles on delete cascade,
  title text not null check (length(title) between 1 and 60),
  content text not null check (length(content) between 1 and 2000),
  updated_at timestamptz not null
);
create index saved_replies_by_owner on saved_replies (profile_id);

create table message_welcomes (
  profile_id uuid primary key references profiles on delete cascade,
  enabled boolean not null,
  content text not null check (length(content) <= 2000),
  attachment_id uuid,
  media_type text collate "C" check (media_type = any ('{photo, video}'::text[])),
  price integer not null default 0 check (price between 0 and 10000),
  updated_at timestamptz not null,
  check ((attachment_id is null) = (media_type is null))
);

-- A message to many. Whom it reaches is settled when it begins; each is then written to once.
create table message_broadcasts (
  id uuid primary key,
  profile_id uuid not null references profiles on delete cascade,
  client_id text collate "C" not null check (length(client_id) between 8 and 64),
  content text not null check (length(content) <= 2000),
  attachment_id uuid,
  media_type text collate "C" check (media_type = any ('{photo, video}'::text[])),
  price integer not null default 0 check (price between 0 and 10000),
  audience jsonb not null,
  state text collate "C" not null default 'sending' check (state = any ('{sending, sent, cancelled}'::text[])),
  recipients integer not null check (recipients >= 0),
  -- When a process last got on with it; another takes over what stands still.
  worked_at timestamptz not null,
  created_at timestamptz not null,
  unique (profile_id, client_id),
  check ((attachment_id is null) = (media_type is null))
);
create index message_broadcasts_by_owner on message_broadcasts (profile_id, id desc);
create index message_broadcasts_unfinished on message_broadcasts (worked_at) where state = 'sending';

create table message_broadcast_recipients (
  broadcast_id uuid not null references message_broadcasts on delete cascade,
  profile_id uuid not null,
  -- Null while they wait for their turn.
  outcome text collate "C" check (outcome = any ('{sent, skipped}'::text[])),
  primary key (broadcast_id, profile_id)
);
create index message_broadcast_recipients_waiting on message_broadcast_recipients (broadcast_id, profile_id)
  where outcome is null;

create index messages_by_broadcast on messages (broadcast_id) where broadcast_id is not null;
