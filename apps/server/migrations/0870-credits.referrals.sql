-- Who brought a member here: one row for each account, for one creator, for good. The share that it earns them is posted
-- by `ledger_post`, out of the platform's part of each sale.
create table creator_referrals (
  -- The account that signed up.
  account_id uuid primary key,
  -- The creator whose link it used, as a profile and its account.
  referrer_id uuid not null,
  referrer_account_id uuid not null,
  signed_up_at timestamptz not null,
  -- Its profile, once it publishes with a proven age; before that nothing is earned.
  referred_id uuid unique,
  joined_at timestamptz,
  -- What was promised then: percent of a sale, for so many months from the first one.
  percent integer not null check (percent between 1 and 15),
  months integer not null check (months between 1 and 60),
  -- Set by the first sale.
  until timestamptz,
  -- The same person, too late, or erased: nothing is earned any more.
  ended_at timestamptz,
  check (account_id <> referrer_account_id),
  check ((referred_id is null) = (joined_at is null))
);
create index creator_referrals_by_referrer on creator_referrals (referrer_id, joined_at);

alter table ledger_transfers drop constraint known_kind;
alter table ledger_transfers add constraint known_kind check (kind = any ('{
  unlock, unlock_reclaim, unlock_return, tip, bundle, gift, message, call, call_reclaim, call_return,
  ticket, ticket_reclaim, ticket_return, request_hold, request_payment, request_return, request_reclaim,
  daily_bonus, profile_bonus, first_purchase_bonus, vip_bonus, promotion, bonus_return,
  pack, pack_return, redemption, redemption_return,
  pack_sale, subscription, subscription_hold, subscription_gift, rand_tip, vip, difference, refund, chargeback,
  payout, payout_value, payout_sent, payout_return, held_release, held_lapse, demo_opening, referral
}'::text[])) not valid;
alter table ledger_transfers validate constraint known_kind;
