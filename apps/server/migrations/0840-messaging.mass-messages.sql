-- Broadcasts can wait for their time, cost some recipients another price, and be taken back where nobody has read them.
alter table message_broadcasts
  add column scheduled_at timestamptz,
  -- Further audiences, each with its price; who is in several gets the lowest one.
  add column also jsonb not null default '[]',
  add column taken_back_at timestamptz,
  -- The work of taking back is over.
  add column taken_back_done_at timestamptz,
  drop constraint message_broadcasts_state_check,
  add constraint message_broadcasts_state_check
    check (state = any ('{scheduled, sending, sent, cancelled}'::text[])),
  add constraint message_broadcasts_waits check (state <> 'scheduled' or scheduled_at is not null);
create index message_broadcasts_scheduled on message_broadcasts (scheduled_at) where state = 'scheduled';
create index message_broadcasts_taking_back on message_broadcasts (taken_back_at)
  where taken_back_at is not null and taken_back_done_at is null;

alter table message_broadcast_recipients
  -- Null for the price of the broadcast.
  add column price integer check (price between 0 and 10000),
  -- Whether the message was taken back from this recipient; null before it was tried.
  add column taken_back boolean;
