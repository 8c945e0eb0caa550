-- What a member owes after a bank took a payment back of which something was spent.
create table payment_debts (
  order_id uuid primary key references payment_orders,
  account_id uuid not null,
  owed_cents bigint not null check (owed_cents > 0),
  since timestamptz not null,
  settled_at timestamptz,
  -- The order that settled it.
  settled_by uuid references payment_orders,
  check ((settled_at is null) = (settled_by is null))
);
create index payment_debts_open on payment_debts (account_id) where settled_at is null;

-- Cards with which payments were made that their banks took back.
create table charged_back_cards (
  -- HMAC of what the provider knows the card by.
  card_index bytea not null check (octet_length(card_index) = 32),
  order_id uuid not null references payment_orders,
  account_id uuid not null,
  remembered_at timestamptz not null,
  primary key (card_index, order_id)
);
alter table payment_events add column card_index bytea check (octet_length(card_index) = 32);

alter table payment_orders drop constraint payment_orders_purpose_check;
alter table payment_orders add constraint payment_orders_purpose_check
  check (purpose in ('pack', 'subscription', 'tip', 'vip', 'method', 'debt'));
