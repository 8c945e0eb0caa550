-- Shows that the demo keeps for its counter have no pictures; all rows so far are of that kind.
alter table lives add column sample boolean not null default true;
alter table lives alter column sample set default false;

alter table lives
  add column audience text collate "C" not null default 'free' check (audience in ('tickets', 'subscribers', 'free')),
  -- Price of a ticket; null for other audiences.
  add column ticket_credits integer check (ticket_credits between 5 and 10000),
  add column category text collate "C" not null default 'talk' check (length(category) between 1 and 20),
  add column classification text collate "C" not null default '18' check (classification in ('13', '16', '18')),
  add column goal_title text check (length(goal_title) between 1 and 80),
  add column goal_credits integer check (goal_credits between 5 and 10000),
  add column tips_credits integer not null default 0 check (tips_credits >= 0),
  -- SHA-256 of the key the broadcasting browser shows.
  add column ingest_hash bytea check (octet_length(ingest_hash) = 32),
  -- Counts connections of the broadcasting browser; the latest one is valid.
  add column epoch integer not null default 0,
  add column last_part_at timestamptz,
  -- Milliseconds of picture that arrived.
  add column streamed_ms bigint not null default 0,
  add column peak integer not null default 0,
  add column ending text collate "C" check (ending in ('ended', 'stopped', 'failed')),
  -- Account of the moderator; null when the server stopped it.
  add column stopped_by uuid,
  add column stop_reason text check (length(stop_reason) <= 500),
  add constraint tickets_have_a_price check ((audience = 'tickets') = (ticket_credits is not null)),
  add constraint goal_has_a_price check ((goal_title is null) = (goal_credits is null));
create index lives_running on lives (last_part_at desc) where ended_at is null;

create table live_tickets (
  live_id uuid not null references lives on delete cascade,
  -- Not deleted with the account: it belongs to the ledger's transfers.
  account_id uuid not null,
  profile_id uuid not null,
  credits integer not null check (credits between 5 and 10000),
  -- Ledger group of the sale.
  sale_id uuid not null,
  bought_at timestamptz not null,
  returned_at timestamptz,
  primary key (live_id, account_id)
);
create index live_tickets_of_account on live_tickets (account_id);
-- Tickets whose show is over are returned in batches.
create index live_tickets_held on live_tickets (live_id) where returned_at is null;

create table live_messages (
  id uuid primary key,
  live_id uuid not null references lives on delete cascade,
  profile_id uuid not null references profiles on delete cascade,
  kind text collate "C" not null check (kind in ('text', 'tip')),
  text text not null default '' check (length(text) <= 300),
  credits integer not null default 0 check (credits between 0 and 10000),
  -- Ledger key and group of a tip.
  account_id uuid,
  key text collate "C",
  sale_id uuid,
  at timestamptz not null,
  constraint tips_are_paid check ((kind = 'tip') = (num_nonnulls(account_id, key, sale_id) = 3 and credits > 0))
);
create index live_messages_of_show on live_messages (live_id, id desc);
create unique index live_tips_once on live_messages (account_id, key) where kind = 'tip';
create index live_messages_of_profile on live_messages (profile_id, at desc);

-- Viewers removed from one show by its creator.
create table live_removed (
  live_id uuid not null references lives on delete cascade,
  profile_id uuid not null references profiles on delete cascade,
  at timestamptz not null,
  primary key (live_id, profile_id)
);

-- Who watches now: renewed every few seconds while a stream is loaded, by any process.
create unlogged table live_viewers (
  live_id uuid not null,
  account_id uuid not null,
  seen_at timestamptz not null,
  primary key (live_id, account_id)
) with (fillfactor = 50);

-- Finished segments in storage, for processes that do not receive the show, and after a restart.
create table live_segments (
  live_id uuid not null references lives on delete cascade,
  number integer not null,
  epoch integer not null,
  ms integer not null check (ms > 0),
  -- Storage folder; the file is `s<number>.m4s`, and the start of its epoch `i<epoch>.mp4` there.
  folder text collate "C" not null,
  at timestamptz not null,
  primary key (live_id, number)
);

-- A ticket, the reversal of its shares, and the return of its price.
alter table ledger_transfers drop constraint known_kind;
alter table ledger_transfers add constraint known_kind check (kind = any ('{
  unlock, tip, bundle, gift, message, call, call_reclaim, call_return, ticket, ticket_reclaim, ticket_return,
  request_hold, request_payment, request_return, request_reclaim,
  daily_bonus, profile_bonus, first_purchase_bonus, vip_bonus, promotion, bonus_return,
  pack, pack_return, redemption, redemption_return,
  pack_sale, subscription, rand_tip, vip, difference, refund, chargeback,
  payout, payout_value, payout_sent, payout_return, held_release, held_lapse, demo_opening
}'::text[])) not valid;
alter table ledger_transfers validate constraint known_kind;
