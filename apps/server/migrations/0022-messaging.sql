-- One thread per pair of people. Its counter numbers messages and changes, so that newer ones can be found.
create table conversations (
  id uuid primary key,
  low_id uuid not null references profiles on delete cascade,
  high_id uuid not null references profiles on delete cascade,
  counter bigint not null default 0,
  created_at timestamptz not null,
  -- Times of the latest message overall and of either side. Stored here because a message updates this row anyway; a
  -- side's row is updated only when its minute in the list or its unread state changes.
  latest_at timestamptz,
  low_latest_seq bigint not null default 0,
  high_latest_seq bigint not null default 0,
  -- One of the two has blocked the other. Stored here in addition to the visibility rule: a batch checks that rule before
  -- it waits for the thread, and a block may come in between.
  barred boolean not null default false,
  -- Whether a side's messages count towards the daily quota: true for the member who began the thread. Null until their
  -- first message that could count decides it.
  low_begins boolean,
  high_begins boolean,
  unique (low_id, high_id),
  check (low_id < high_id)
) with (fillfactor = 70);

-- The thread as one of the two members has it.
create table conversation_members (
  conversation_id uuid not null references conversations on delete cascade,
  profile_id uuid not null references profiles on delete cascade,
  other_id uuid not null,
  box text collate "C" not null default 'inbox' check (box = any ('{inbox, request, declined}'::text[])),
  -- Has sent a message, so that the other sees them even while incognito.
  has_written boolean not null default false,
  muted boolean not null default false,
  auto_delete_minutes integer check (auto_delete_minutes between 1 and 1440),
  delivered_seq bigint not null default 0,
  read_seq bigint not null default 0,
  -- Messages up to here were deleted by this member.
  cleared_seq bigint not null default 0,
  latest_incoming_seq bigint not null default 0,
  -- Position in their list; null when in none.
  listed_at timestamptz,
  listed_slot timestamp generated always as (date_trunc('minute', listed_at at time zone 'UTC')) stored,
  has_unread boolean not null generated always as (latest_incoming_seq > read_seq) stored,
  primary key (profile_id, other_id)
) with (fillfactor = 70);
create index conversation_members_by_thread on conversation_members (conversation_id);
create index conversation_members_listed on conversation_members (profile_id, box, listed_slot desc)
  where listed_slot is not null;
create index conversation_members_unread on conversation_members (profile_id) where has_unread;

create table messages (
  conversation_id uuid not null,
  seq bigint not null,
  -- The counter's value at its last change.
  revision bigint not null,
  id uuid not null,
  sender_id uuid not null,
  -- The sender's client id.
  client_id text collate "C" not null check (length(client_id) between 8 and 64),
  content text not null check (length(content) <= 2000),
  reply_to_seq bigint,
  media_id uuid,
  media_type text collate "C" check (media_type = any ('{photo, video}'::text[])),
  -- Credits to unlock it, and when the other paid them.
  price integer not null default 0 check (price between 0 and 10000),
  unlocked_at timestamptz,
  -- Credits of a tip with it, and credits its sender paid past the quota.
  tip integer check (tip > 0),
  send_cost integer not null default 0 check (send_cost >= 0),
  broadcast_id uuid,
  -- Reactions of the lower and the higher profile id.
  low_reaction text,
  high_reaction text,
  created_at timestamptz not null,
  deleted_at timestamptz,
  expires_at timestamptz,
  -- A sent gift leaves a message in the thread.
  gift_id text collate "C",
  primary key (conversation_id, seq),
  unique (conversation_id, sender_id, client_id),
  check ((media_type is null) = (media_id is null)),
  check (deleted_at is null or (content = '' and media_id is null))
);
create index messages_by_id on messages (id);
create index messages_changed on messages (conversation_id, revision) where revision <> seq;
create index messages_expiring on messages (expires_at) where expires_at is not null;
create index messages_by_media on messages (media_id) where media_id is not null;
create index messages_by_broadcast on messages (broadcast_id) where broadcast_id is not null;

-- Free messages a member sent on a Johannesburg day.
create table message_quotas (
  profile_id uuid not null references profiles on delete cascade,
  day date not null,
  used integer not null check (used >= 0),
  primary key (profile_id, day)
) with (fillfactor = 70);

-- A member's defaults for new threads.
create table message_preferences (
  profile_id uuid primary key references profiles on delete cascade,
  auto_delete_minutes integer check (auto_delete_minutes between 1 and 1440)
);

-- Files held by messages. A message names one attachment: a file by its id, or an album. The reference retains the
-- file until no message, greeting or broadcast holds it.
create table message_attachments (
  attachment_id uuid not null,
  position smallint not null check (position between 0 and 9),
  media_id uuid not null references media,
  owner_account_id uuid not null,
  is_album boolean not null,
  created_at timestamptz not null,
  primary key (attachment_id, position),
  check (is_album or (position = 0 and attachment_id = media_id)),
  -- Erasing an account removes its files.
  constraint message_attachments_owner foreign key (owner_account_id) references accounts on delete cascade
);
create index message_attachments_by_media on message_attachments (media_id);
create index message_attachments_by_time on message_attachments (created_at);
create index message_attachments_by_owner on message_attachments (owner_account_id);

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

-- Broadcasts. Recipients are fixed at the start; each is sent one message.
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
  -- Last progress of a process; another takes over when it stalls.
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
  -- Null before their turn.
  outcome text collate "C" check (outcome = any ('{sent, skipped}'::text[])),
  primary key (broadcast_id, profile_id)
);
create index message_broadcast_recipients_waiting on message_broadcast_recipients (broadcast_id, profile_id)
  where outcome is null;

-- Client ids of deleted messages, without text: a device that was offline for long may resend one.
create table message_tombstones (
  conversation_id uuid not null references conversations on delete cascade,
  sender_id uuid not null,
  client_id text collate "C" not null,
  seq bigint not null,
  gone_at timestamptz not null,
  primary key (conversation_id, sender_id, client_id)
);
create index message_tombstones_by_age on message_tombstones (gone_at);

-- Response statistics, computed daily from the last thirty days; only with enough data.
create table message_answers (
  profile_id uuid primary key references profiles on delete cascade,
  -- Per cent of others' messages that were answered within a day.
  rate smallint not null check (rate between 0 and 100),
  -- Median response time; null without a response.
  median_minutes integer check (median_minutes >= 0),
  measured_at timestamptz not null
);
