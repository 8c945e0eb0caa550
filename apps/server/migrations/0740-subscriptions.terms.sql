-- Terms of several months for less, and the months of a paid term that are not yet passed on.
create table subscription_terms (
  creator_id uuid not null references profiles on delete cascade,
  months smallint not null check (months in (3, 6, 12)),
  percent_off smallint not null check (percent_off between 1 and 50),
  primary key (creator_id, months)
);

-- Each period that is paid lasts this many times 30 days; price_cents is the price of all of them together.
alter table subscriptions add column term_months smallint not null default 1 check (term_months in (1, 3, 6, 12));
-- End of a free trial; the running time is free while paid_until is not later.
alter table subscriptions add column trial_until timestamptz;
-- Price asked for a term of several months; null means the price of the request.
alter table subscription_price_answers add column new_price_cents integer check (new_price_cents > 0);

-- A month of a paid term after its first: its money lies in the order's escrow until the month begins.
create table subscription_months (
  order_id uuid not null,
  number smallint not null check (number between 2 and 12),
  account_id uuid not null,
  creator_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  begins_at timestamptz not null,
  settled_at timestamptz,
  outcome text collate "C" check (outcome in ('passed_on', 'given_back')),
  primary key (order_id, number),
  check ((settled_at is null) = (outcome is null))
);
create index subscription_months_due on subscription_months (begins_at) where settled_at is null;
create index subscription_months_by_creator on subscription_months (creator_id) where settled_at is null;

alter table ledger_transfers drop constraint known_kind;
alter table ledger_transfers add constraint known_kind check (kind = any ('{
  unlock, unlock_reclaim, unlock_return, tip, bundle, gift, message, call, call_reclaim, call_return,
  ticket, ticket_reclaim, ticket_return, request_hold, request_payment, request_return, request_reclaim,
  daily_bonus, profile_bonus, first_purchase_bonus, vip_bonus, promotion, bonus_return,
  pack, pack_return, redemption, redemption_return,
  pack_sale, subscription, subscription_hold, rand_tip, vip, difference, refund, chargeback,
  payout, payout_value, payout_sent, payout_return, held_release, held_lapse, demo_opening
}'::text[])) not valid;
alter table ledger_transfers validate constraint known_kind;
