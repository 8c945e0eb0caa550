-- What each payer earned a creator, in cents, so that lists of people are sorted by it without reading the ledger.
-- `settled_*` are sums of ids below `earnings_watermarks.payers_until`; the others add what came after.
create table earnings_payers (
  profile_id uuid not null,
  -- The paying account.
  payer_id uuid not null,
  settled_cents bigint not null default 0,
  settled_tips integer not null default 0,
  settled_tip_cents bigint not null default 0,
  earned_cents bigint not null,
  tips integer not null,
  tip_cents bigint not null,
  -- The latest purchase; null for a payer of whom only a reversal was read.
  last_group_id uuid,
  last_paid_at timestamptz,
  primary key (profile_id, payer_id)
) with (fillfactor = 80);
create index earnings_payers_by_earned on earnings_payers (profile_id, earned_cents desc);
create index earnings_payers_by_time on earnings_payers (profile_id, last_paid_at desc);

alter table earnings_watermarks add column payers_until uuid;
