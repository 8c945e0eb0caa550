-- `request_reclaim`: what a delivered request brought goes back into escrow while a dispute is decided.
-- `difference`: what a payment that staff accepted brought more or less than was asked.
alter table ledger_transfers drop constraint known_kind;
alter table ledger_transfers add constraint known_kind check (kind in (
  -- Credits.
  'unlock', 'tip', 'bundle', 'gift', 'message', 'call', 'request_hold', 'request_payment', 'request_return',
  'request_reclaim', 'daily_bonus', 'profile_bonus', 'first_purchase_bonus', 'vip_bonus', 'promotion', 'bonus_return',
  'pack', 'pack_return', 'redemption', 'redemption_return',
  -- Rand, in cents.
  'pack_sale', 'subscription', 'rand_tip', 'vip', 'difference', 'refund', 'chargeback', 'payout', 'payout_value',
  'payout_sent', 'payout_return', 'demo_opening'
));
drop index ledger_by_reference;
create index ledger_by_reference on ledger_transfers (reference, group_id) where kind in (
  'bundle', 'gift', 'request_hold', 'request_payment', 'request_return', 'request_reclaim', 'pack', 'pack_return',
  'bonus_return', 'redemption', 'redemption_return', 'pack_sale', 'subscription', 'rand_tip', 'vip', 'difference',
  'refund', 'chargeback', 'payout', 'payout_value', 'payout_sent', 'payout_return'
);
