-- A statement that writes a table reads the table's checks from the catalogue first, as text. A list of words written as
-- one constant is a third as long as one of many.
alter table ledger_transfers drop constraint known_kind;
alter table ledger_transfers add constraint known_kind check (kind = any ('{
  unlock, tip, bundle, gift, message, call, request_hold, request_payment, request_return, request_reclaim,
  daily_bonus, profile_bonus, first_purchase_bonus, vip_bonus, promotion, bonus_return,
  pack, pack_return, redemption, redemption_return,
  pack_sale, subscription, rand_tip, vip, difference, refund, chargeback,
  payout, payout_value, payout_sent, payout_return, demo_opening
}'::text[]));
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind = any ('{
  wallet, wallet_promotional, earnings, escrow, payable,
  platform_revenue, promotions, issuance, redeemed, cash, pack_sales, losses, demo_opening
}'::text[]));
alter table ledger_accounts drop constraint owned_or_platform;
alter table ledger_accounts add constraint owned_or_platform check (
  (owner_id is not null) = (kind = any ('{wallet, wallet_promotional, earnings, escrow, payable}'::text[]))
);
alter table ledger_accounts drop constraint ledger_accounts_currency_check;
alter table ledger_accounts add constraint ledger_accounts_currency_check check (currency = any ('{credits, cents}'::text[]));
