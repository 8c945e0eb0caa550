-- What staff decided about a payment no rule could decide.
alter table payment_orders
  -- Hundredths that were really paid, where staff accepted another amount than was asked.
  add column paid_amount bigint check (paid_amount > 0),
  -- Hundredths the provider was told to give back, and must confirm; null is the whole charge.
  add column refund_amount bigint check (refund_amount > 0),
  add column refund_currency text check (refund_currency ~ '^[A-Z]{3}$'),
  -- The intent of the latest decision: a repeat of it finds what it did.
  add column decision_key text collate "C";
alter table payment_orders add constraint refund_in_a_currency check (
  (refund_amount is null) = (refund_currency is null)
);
drop index payment_orders_returning;
create index payment_orders_returning on payment_orders (refund_requested_at)
  where state in ('paid', 'held') and refund_requested_at is not null;
