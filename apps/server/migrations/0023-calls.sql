-- Creators who take video calls. Counts change in the transaction of the call they count.
create table call_settings (
  profile_id uuid primary key references profiles on delete cascade,
  available boolean not null,
  credits_per_minute smallint not null check (credits_per_minute between 12 and 30),
  ratings integer not null default 0 check (ratings >= 0),
  stars integer not null default 0 check (stars between ratings and ratings * 5),
  taken integer not null default 0 check (taken >= 0),
  taken_ms bigint not null default 0 check (taken_ms >= 0),
  -- Sort value of the list: mean rating, as if there were five more ratings of four stars.
  standing integer generated always as ((stars + 20) * 1000 / (ratings + 5)) stored,
  changed_at timestamptz not null
);
create index call_settings_open on call_settings (standing desc, profile_id) where available;

create table calls (
  id uuid primary key,
  caller_account_id uuid not null references accounts on delete cascade,
  caller_id uuid not null references profiles on delete cascade,
  partner_id uuid not null references profiles on delete cascade,
  -- The rate when it rang.
  credits_per_minute smallint not null check (credits_per_minute between 12 and 30),
  minute_ms integer not null check (minute_ms between 1000 and 60000),
  created_at timestamptz not null,
  accepted_at timestamptz,
  -- When both were connected: the first minute begins.
  started_at timestamptz,
  ended_at timestamptz,
  ending text check (
    ending in ('cancelled', 'declined', 'missed', 'failed', 'hung_up', 'dropped', 'no_credits', 'unavailable')
  ),
  -- Last heartbeat of each side, and whether it was connected.
  caller_seen_at timestamptz,
  partner_seen_at timestamptz,
  caller_connected boolean not null default false,
  partner_connected boolean not null default false,
  minutes integer not null default 0 check (minutes >= 0),
  returned integer not null default 0 check (returned between 0 and minutes),
  stars smallint check (stars between 1 and 5),
  -- `*_connected` is the current state each side reports; these are the times of the last report of a connection, which
  -- show how long the call was connected.
  caller_connected_at timestamptz,
  partner_connected_at timestamptz,
  -- Since when at least one side has reported a connection without a break.
  connected_since timestamptz,
  -- Each side takes part with one tab, under an id made by that tab; null before its first heartbeat. After the call moved
  -- to another tab, events of the old one are ignored.
  caller_page uuid,
  partner_page uuid,
  -- Rings for its caller only: the person called has muted them. It does not make that person busy.
  silent boolean not null default false,
  check (caller_id <> partner_id),
  check ((ended_at is null) = (ending is null)),
  check (started_at is null or accepted_at is not null),
  -- Charging starts with the connection.
  check (minutes = 0 or started_at is not null)
);
create index calls_open on calls (id) where ended_at is null;
create index calls_by_caller on calls (caller_id, id desc);
create index calls_by_partner on calls (partner_id, id desc);

-- One call per person, on either side; the row exists as long as the call.
create table call_lines (
  profile_id uuid primary key references profiles on delete cascade,
  call_id uuid not null references calls on delete cascade
);
create index call_lines_by_call on call_lines (call_id);

-- Charged minutes, once each; also in the ledger under the call's id and the minute.
create table call_minutes (
  call_id uuid not null references calls on delete cascade,
  minute integer not null check (minute >= 1),
  started_at timestamptz not null,
  credits smallint not null check (credits > 0),
  returned boolean not null default false,
  primary key (call_id, minute)
);

-- Tips and gifts of a caller during the call, for its totals and receipt; the ledger has the money under the same
-- reference.
create table call_givings (
  call_id uuid not null references calls on delete cascade,
  -- Id of the tip's message, or of the gift.
  reference uuid not null,
  kind text collate "C" not null check (kind = any ('{tip, gift}'::text[])),
  gift_id text collate "C",
  credits integer not null check (credits > 0),
  given_at timestamptz not null,
  primary key (call_id, reference),
  check ((kind = 'gift') = (gift_id is not null))
);
