-- Some providers name only their own reference when they take money back.
create index payment_orders_by_reference on payment_orders (provider, provider_reference)
  where provider_reference is not null;
