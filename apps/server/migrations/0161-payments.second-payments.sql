-- Money that came for an order beside the payment that it stands for: held until staff have it given back.
create table second_payments (
  id uuid primary key,
  order_id uuid not null references payment_orders,
  provider text not null,
  provider_reference text not null check (length(provider_reference) between 1 and 200),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- `settled`: a person found that nothing is to be given back.
  state text not null default 'held' check (state in ('held', 'returning', 'returned', 'charged_back', 'settled')),
  received_at timestamptz not null,
  refund_requested_at timestamptz,
  closed_at timestamptz,
  -- The intent of the latest decision: a repeat of it finds what it did.
  decision_key text collate "C",
  unique (provider, provider_reference)
);
create index second_payments_open on second_payments (id) where state in ('held', 'returning');
create index second_payments_of_order on second_payments (order_id);
