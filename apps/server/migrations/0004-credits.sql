-- Double entry in whole units, credits and cents. Accounts hold the balance; every transfer names both sides.
create table ledger_accounts (
  id uuid primary key,
  -- A member's account or creator's profile; null for platform accounts.
  owner_id uuid,
  kind text collate "C" not null check (kind in (
    'wallet', 'wallet_promotional', 'earnings', 'earnings_held', 'escrow', 'escrow_promotional', 'payable',
    'platform_revenue', 'promotions', 'issuance', 'redeemed', 'cash', 'pack_sales', 'losses', 'demo_opening'
  )),
  currency text collate "C" not null default 'credits' check (currency = any ('{credits, cents}'::text[])),
  balance bigint not null default 0,
  -- Null for sources of credits: only these may be negative.
  floor bigint default 0,
  constraint never_below_floor check (floor is null or balance >= floor),
  constraint owned_or_platform check ((owner_id is not null) = (kind in (
    'wallet', 'wallet_promotional', 'earnings', 'earnings_held', 'escrow', 'escrow_promotional', 'payable'
  )))
) with (fillfactor = 50);
create index ledger_earnings on ledger_accounts (owner_id, currency) where kind = 'earnings';

-- One leg of a group. The first leg carries the intent; a group is posted as a whole.
create table ledger_transfers (
  -- Owner of the intent: the payer of a purchase, the receiver of a grant.
  owner_id uuid not null,
  group_id uuid not null,
  leg smallint not null check (leg between 1 and 4),
  debit_account uuid not null,
  credit_account uuid not null,
  amount bigint not null check (amount > 0),
  debit_balance_after bigint not null,
  credit_balance_after bigint not null,
  created_at timestamptz not null default now(),
  -- Hash of the caller's key, to find the posting on a retry.
  key uuid,
  kind text collate "C",
  payee_id uuid,
  reference text collate "C" check (length(reference) <= 100),
  description text check (length(description) <= 200),
  group_amount bigint,
  primary key (owner_id, group_id, leg),
  check (debit_account <> credit_account),
  constraint first_leg_says_why check (
    num_nonnulls(key, kind, reference, description, group_amount) = case when leg = 1 then 5 else 0 end
  ),
  -- `held_release`: held earnings go to the creator; `held_lapse`: to the platform, after 90 days.
  constraint known_kind check (kind = any ('{
    unlock, tip, bundle, gift, message, call, call_reclaim, call_return,
    request_hold, request_payment, request_return, request_reclaim,
    daily_bonus, profile_bonus, first_purchase_bonus, vip_bonus, promotion, bonus_return,
    pack, pack_return, redemption, redemption_return,
    pack_sale, subscription, rand_tip, vip, difference, refund, chargeback,
    payout, payout_value, payout_sent, payout_return, held_release, held_lapse, demo_opening
  }'::text[]))
);
create unique index ledger_keys on ledger_transfers (owner_id, key) where key is not null;
create index ledger_by_payee on ledger_transfers (payee_id, group_id) where payee_id is not null;
create unique index ledger_once on ledger_transfers (owner_id, reference, kind)
  where kind in ('unlock', 'daily_bonus', 'profile_bonus', 'first_purchase_bonus', 'vip_bonus');
-- A BRIN index: transfers are inserted in order of time, and it costs postings almost nothing.
create index ledger_by_time on ledger_transfers using brin (created_at) with (autosummarize = on);
create index ledger_by_reference on ledger_transfers (reference, group_id) where kind in (
  'bundle', 'gift', 'request_hold', 'request_payment', 'request_return', 'request_reclaim', 'pack', 'pack_return',
  'bonus_return', 'redemption', 'redemption_return', 'pack_sale', 'subscription', 'rand_tip', 'vip', 'difference',
  'refund', 'chargeback', 'payout', 'payout_value', 'payout_sent', 'payout_return'
);

-- Creator's share of sales in percent, by start date.
create table revenue_shares (
  id uuid primary key,
  effective_from timestamptz not null unique,
  creator_percent integer not null check (creator_percent between 1 and 100)
);

-- Request hash of each offline intent: the same id with another body is refused.
create table credit_intents (
  owner_id uuid not null,
  id text collate "C" not null check (length(id) <= 64),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (owner_id, id)
);

-- Daily sums of earnings for past days, so that old transfers need not be read again.
create table earnings_days (
  profile_id uuid not null,
  -- A calendar day in Johannesburg.
  day date not null,
  source text collate "C" not null,
  sales integer not null check (sales >= 0),
  -- Less refunds and chargebacks.
  credits bigint not null,
  cents bigint not null,
  primary key (profile_id, day, source)
);

create table earnings_items (
  profile_id uuid not null,
  -- Item id, as in the ledger's reference.
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

-- Results of the hourly reconciliation; the newest row is shown.
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
  promotional_outstanding bigint not null,
  held_credits bigint not null default 0
);

-- Earnings of a creator from a payment that was charged back, per sale; taken back where they were still clearing.
create table charge_back_takes (
  -- The reversed order, and its payer.
  order_id uuid not null,
  payer_id uuid not null,
  -- Ledger group of the sale.
  group_id uuid not null,
  profile_id uuid not null,
  -- Bought credits of the sale that came from that order.
  spent bigint not null check (spent > 0),
  -- Credits taken back from the creator; the rest had cleared.
  taken bigint not null check (taken >= 0),
  at timestamptz not null,
  primary key (order_id, group_id)
);
create index charge_back_takes_of_group on charge_back_takes (payer_id, group_id);
create index charge_back_takes_of_pair on charge_back_takes (payer_id, profile_id);
-- Credits taken back from sales that were still clearing.
create index charge_back_takes_of_creator on charge_back_takes (profile_id, group_id) where taken > 0;

-- The creator's share paid with promotional credits, per sale.
create table earnings_holds (
  -- The payer's account, as `owner_id` of the transfer.
  payer_id uuid not null,
  group_id uuid not null,
  profile_id uuid not null,
  kind text collate "C" not null,
  reference text collate "C" not null,
  description text not null,
  credits bigint not null check (credits > 0),
  -- Still held.
  remaining bigint not null check (remaining >= 0),
  -- Released to the creator, less what was taken back.
  released bigint not null default 0 check (released >= 0),
  held_at timestamptz not null,
  -- When the payer's rand is checked next.
  check_at timestamptz not null default now(),
  primary key (payer_id, group_id),
  constraint no_more_than_held check (remaining + released <= credits)
) with (fillfactor = 80);
create index earnings_holds_due on earnings_holds (check_at) where remaining > 0;
create index earnings_holds_by_profile on earnings_holds (profile_id, group_id) where remaining > 0;

-- Free credits granted, with account and address or device; kept while patterns are searched.
create table bonus_grants (
  account_id uuid not null,
  kind text collate "C" not null,
  reference text collate "C" not null,
  credits integer not null check (credits > 0),
  address bytea,
  device bytea,
  granted_at timestamptz not null,
  primary key (account_id, kind, reference)
);
create index bonus_grants_by_address on bonus_grants (address, granted_at) where address is not null;
create index bonus_grants_by_device on bonus_grants (device, granted_at) where device is not null;
create index bonus_grants_by_time on bonus_grants (granted_at);

-- Each transfer from both sides; the amounts of an account sum to its balance.
create view ledger_entries as
  select debit_account as account_id, -amount as amount, debit_balance_after as balance_after, group_id, leg, created_at
    from ledger_transfers
  union all
  select credit_account, amount, credit_balance_after, group_id, leg, created_at
    from ledger_transfers;

insert into revenue_shares values ('00000000-0000-8000-8000-0000000000f0', '2026-01-01T00:00:00+02', 80);

-- Platform accounts. Platform income has sixteen rows, so that concurrent postings do not wait for one.
insert into ledger_accounts (id, kind, floor) values
  ('00000000-0000-8000-8000-000000000001', 'promotions', null),
  ('00000000-0000-8000-8000-000000000002', 'issuance', null),
  ('00000000-0000-8000-8000-000000000003', 'demo_opening', null);

insert into ledger_accounts (id, kind)
  select ('00000000-0000-8000-8000-0000000001' || lpad(to_hex(shard), 2, '0'))::uuid, 'platform_revenue'
  from generate_series(0, 15) as shard;

-- Platform accounts in cents. `cash` is rand held by providers, as a negative source; `pack_sales` is rand paid for
-- credits; `losses` is what chargebacks could not recover.
insert into ledger_accounts (id, kind, currency, floor) values
  ('00000000-0000-8000-8000-000000000004', 'redeemed', 'credits', 0),
  ('00000000-0000-8000-8000-000000000005', 'losses', 'credits', null),
  ('00000000-0000-8000-8000-000000000006', 'losses', 'cents', null),
  ('00000000-0000-8000-8000-000000000007', 'pack_sales', 'cents', null),
  ('00000000-0000-8000-8000-000000000008', 'cash', 'cents', null),
  ('00000000-0000-8000-8000-000000000009', 'demo_opening', 'cents', null);

insert into ledger_accounts (id, kind, currency)
  select ('00000000-0000-8000-8000-0000000002' || lpad(to_hex(shard), 2, '0'))::uuid, 'platform_revenue', 'cents'
  from generate_series(0, 15) as shard;
