-- What a creator earned, added up for days that are over, so that years of sales need not be read again.
create table earnings_days (
  profile_id uuid not null,
  -- A calendar day in Johannesburg.
  day date not null,
  source text collate "C" not null,
  sales integer not null check (sales >= 0),
  -- Less what refunds and chargebacks took back.
  credits bigint not null,
  cents bigint not null,
  primary key (profile_id, day, source)
);
create table earnings_items (
  profile_id uuid not null,
  -- The item's id, as the ledger's reference says it.
  reference text collate "C" not null,
  sales integer not null check (sales >= 0),
  credits bigint not null,
  primary key (profile_id, reference)
);
-- The first day that is not in the two tables above.
create table earnings_marks (
  profile_id uuid primary key,
  until date
);

-- What the hourly look at the books found; the newest row is the answer to whoever asks.
create table ledger_checks (
  number bigint generated always as identity primary key,
  checked_at timestamptz not null,
  balanced boolean not null,
  solvent boolean not null,
  transfers bigint not null,
  differences text[] not null,
  held_cents bigint not null,
  owed_cents bigint not null,
  pack_sales_cents bigint not null,
  credits_outstanding bigint not null,
  promotional_outstanding bigint not null
);

-- Transfers are written in the order of time: a summary of each stretch of pages finds a moment, and costs a posting nothing.
create index ledger_by_time on ledger_transfers using brin (created_at) with (autosummarize = on);
-- What staff look for by the number of an order, request or payout. Unlocks, chat and calls are found by payer or payee.
create index ledger_by_reference on ledger_transfers (reference, group_id) where kind in (
  'bundle', 'gift', 'request_hold', 'request_payment', 'request_return', 'pack', 'pack_return', 'bonus_return',
  'redemption', 'redemption_return', 'pack_sale', 'subscription', 'rand_tip', 'vip', 'refund', 'chargeback',
  'payout', 'payout_value', 'payout_sent', 'payout_return'
);
