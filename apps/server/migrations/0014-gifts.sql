create table gifts_sent (
  id uuid primary key,
  sender_account_id uuid not null references accounts on delete cascade,
  sender_id uuid not null references profiles on delete cascade,
  recipient_id uuid not null references profiles on delete cascade,
  gift_id text not null check (length(gift_id) between 1 and 40),
  -- The price charged, since the catalogue may change.
  credits integer not null check (credits > 0),
  message text check (length(message) between 1 and 200),
  -- Idempotency key of the sender.
  key text not null,
  created_at timestamptz not null,
  unique (sender_account_id, key),
  check (sender_id <> recipient_id)
);
create index gifts_by_sender on gifts_sent (sender_id, id desc);
create index gifts_by_recipient on gifts_sent (recipient_id, id desc);
