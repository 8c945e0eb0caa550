-- What a creator had from a payment in rand that its bank took back, by the sale: taken from what still cleared, or not.
create table charge_back_takes (
  -- The order that was taken back, and who had paid it.
  order_id uuid not null,
  payer_id uuid not null,
  -- The sale in the ledger.
  group_id uuid not null,
  profile_id uuid not null,
  -- Bought credits of the sale that were paid with that order.
  spent bigint not null check (spent > 0),
  -- Credits taken back from the creator; the rest had cleared.
  taken bigint not null check (taken >= 0),
  at timestamptz not null,
  primary key (order_id, group_id)
);
create index charge_back_takes_of_group on charge_back_takes (payer_id, group_id);
create index charge_back_takes_of_pair on charge_back_takes (payer_id, profile_id);
