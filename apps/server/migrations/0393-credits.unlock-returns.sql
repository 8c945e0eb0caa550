-- The reversal of an unlock's shares, and the return of its price.
alter table ledger_transfers drop constraint known_kind;
alter table ledger_transfers add constraint known_kind check (kind = any ('{
  unlock, unlock_reclaim, unlock_return, tip, bundle, gift, message, call, call_reclaim, call_return,
  ticket, ticket_reclaim, ticket_return, request_hold, request_payment, request_return, request_reclaim,
  daily_bonus, profile_bonus, first_purchase_bonus, vip_bonus, promotion, bonus_return,
  pack, pack_return, redemption, redemption_return,
  pack_sale, subscription, rand_tip, vip, difference, refund, chargeback,
  payout, payout_value, payout_sent, payout_return, held_release, held_lapse, demo_opening
}'::text[])) not valid;
alter table ledger_transfers validate constraint known_kind;
-- Buyers of one item.
create index ledger_unlocks_by_item on ledger_transfers (reference, group_id) where kind = 'unlock' and leg = 1;
