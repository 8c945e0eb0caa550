-- Subscriptions that one member gives another. All of the money lies in the order's escrow until the gift is accepted;
-- then its months are passed on as those of a longer term, the first one as well.
create table subscription_gifts (
  id uuid primary key,
  order_id uuid not null unique,
  giver_account_id uuid not null,
  giver_id uuid not null,
  recipient_id uuid not null,
  creator_id uuid not null,
  months smallint not null check (months in (1, 3, 6, 12)),
  amount_cents integer not null check (amount_cents > 0),
  -- The creator is not told who gives.
  is_unnamed boolean not null,
  state text collate "C" not null check (state in ('offered', 'accepted', 'refused', 'withdrawn', 'returned')),
  offered_at timestamptz not null,
  answer_by timestamptz not null,
  answered_at timestamptz,
  -- The given time, once accepted.
  starts_at timestamptz,
  ends_at timestamptz,
  -- When the payment was taken back.
  reversed_at timestamptz,
  check ((state = 'offered') = (answered_at is null)),
  check ((state = 'accepted') = (starts_at is not null and ends_at is not null))
);
create unique index subscription_gifts_open on subscription_gifts (giver_id, recipient_id, creator_id)
  where state = 'offered' and reversed_at is null;
create index subscription_gifts_due on subscription_gifts (answer_by) where state = 'offered';
create index subscription_gifts_by_giver on subscription_gifts (giver_id, offered_at);
create index subscription_gifts_by_giver_account on subscription_gifts (giver_account_id);
create index subscription_gifts_by_recipient on subscription_gifts (recipient_id, offered_at);
create index subscription_gifts_by_creator on subscription_gifts (creator_id) where state = 'offered';

alter table subscription_months add column is_gift boolean not null default false;
alter table subscription_months drop constraint subscription_months_number_check;
alter table subscription_months add constraint subscription_months_number_check check (number between 1 and 12);

alter table payment_orders drop constraint payment_orders_purpose_check;
alter table payment_orders add constraint payment_orders_purpose_check
  check (purpose in ('pack', 'subscription', 'subscription_gift', 'tip', 'vip', 'method', 'debt')) not valid;
alter table payment_orders validate constraint payment_orders_purpose_check;

alter table ledger_transfers drop constraint known_kind;
alter table ledger_transfers add constraint known_kind check (kind = any ('{
  unlock, unlock_reclaim, unlock_return, tip, bundle, gift, message, call, call_reclaim, call_return,
  ticket, ticket_reclaim, ticket_return, request_hold, request_payment, request_return, request_reclaim,
  daily_bonus, profile_bonus, first_purchase_bonus, vip_bonus, promotion, bonus_return,
  pack, pack_return, redemption, redemption_return,
  pack_sale, subscription, subscription_hold, subscription_gift, rand_tip, vip, difference, refund, chargeback,
  payout, payout_value, payout_sent, payout_return, held_release, held_lapse, demo_opening
}'::text[])) not valid;
alter table ledger_transfers validate constraint known_kind;
