-- Notification preferences and state of a member; created with the first notification. Also the lock under which a
-- member's notifications are grouped.
create table notification_settings (
  account_id uuid primary key references accounts on delete cascade,
  -- Disabled `topic:channel` pairs.
  off text[] collate "C" not null default '{}',
  -- Quiet hours without push, in minutes of the Johannesburg day.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  digest text collate "C" not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  -- Until when mail and push have covered all notifications.
  digested_at timestamptz,
  pushed_at timestamptz,
  check ((quiet_from is null) = (quiet_to is null))
);
create index notification_settings_digest on notification_settings (account_id) where digest <> 'off';

create table notifications (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  -- Profile that decides which actors are visible; null without a profile.
  profile_id uuid references profiles on delete cascade,
  kind text collate "C" not null,
  -- Of the event, or of the first one in the group.
  key text collate "C" not null,
  -- Key of a group, such as the likes of one item; null for a single event.
  group_key text collate "C",
  -- The actor, when it is one named person; those of a group are in its parts.
  actor_id uuid references profiles on delete cascade,
  count integer not null default 1 check (count > 0),
  -- Number of unnamed actors.
  unnamed integer not null default 0 check (unnamed between 0 and count),
  target_id uuid,
  details jsonb not null default '{}',
  -- False when only pushed or mailed.
  listed boolean not null default true,
  began_at timestamptz not null,
  -- Time of the latest event; the sort order of lists.
  at timestamptz not null,
  read_at timestamptz,
  unique (account_id, key)
);
create index notifications_list on notifications (account_id, at desc, id desc) where listed;
create index notifications_unread on notifications (account_id, at desc) include (id, profile_id, group_key, actor_id, unnamed)
  where read_at is null;
create index notifications_groups on notifications (account_id, group_key, at desc) where group_key is not null;
create index notifications_by_actor on notifications (actor_id) where actor_id is not null;
create index notifications_by_profile on notifications (profile_id);
create index notifications_old on notifications (at);

-- Events of a group, once each.
create table notification_parts (
  account_id uuid not null references accounts on delete cascade,
  key text collate "C" not null,
  notification_id uuid not null references notifications on delete cascade,
  -- Null for unnamed actors.
  actor_id uuid references profiles on delete cascade,
  at timestamptz not null,
  primary key (account_id, key)
);
create index notification_parts_of on notification_parts (notification_id, at desc);
create index notification_parts_by_actor on notification_parts (actor_id) where actor_id is not null;

-- Browsers subscribed to push, while signed in.
create table notification_devices (
  session_id uuid primary key references sessions on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  endpoint text collate "C" not null unique check (length(endpoint) <= 1000),
  p256dh text collate "C" not null,
  auth text collate "C" not null,
  created_at timestamptz not null
);
create index notification_devices_of on notification_devices (account_id);
