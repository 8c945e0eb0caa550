-- Tips and gifts that a caller gave while the call was under way. They stand in its figures and on its receipt; the ledger
-- has the money, under the same reference.
create table call_givings (
  call_id uuid not null references calls on delete cascade,
  -- Of the tip's message, or of the gift.
  reference uuid not null,
  kind text collate "C" not null check (kind = any ('{tip, gift}'::text[])),
  gift_id text collate "C",
  credits integer not null check (credits > 0),
  given_at timestamptz not null,
  primary key (call_id, reference),
  check ((kind = 'gift') = (gift_id is not null))
);
