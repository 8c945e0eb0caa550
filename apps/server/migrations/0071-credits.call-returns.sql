-- `call_reclaim`: what a minute of a call brought goes back into escrow; `call_return`: from there to the caller.
alter table ledger_transfers drop constraint known_kind;
alter table ledger_transfers add constraint known_kind check (kind = any ('{
  unlock, tip, bundle, gift, message, call, call_reclaim, call_return,
  request_hold, request_payment, request_return, request_reclaim,
  daily_bonus, profile_bonus, first_purchase_bonus, vip_bonus, promotion, bonus_return,
  pack, pack_return, redemption, redemption_return,
  pack_sale, subscription, rand_tip, vip, difference, refund, chargeback,
  payout, payout_value, payout_sent, payout_return, demo_opening
}'::text[]));
