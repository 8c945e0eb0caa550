-- Tips in rand, each paid by one order.
create table tips (
  id uuid primary key,
  order_id uuid not null unique,
  -- The member who gave it; the ledger names them by account as well.
  account_id uuid not null,
  profile_id uuid not null references profiles on delete cascade,
  content_id uuid references content_items on delete set null,
  amount_cents integer not null check (amount_cents between 100 and 5000000),
  message text not null default '' check (length(message) <= 300),
  created_at timestamptz not null,
  reversed_at timestamptz
);
create index tips_by_profile on tips (profile_id, created_at desc);
