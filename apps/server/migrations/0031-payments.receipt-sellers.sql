-- Who sold, as they were known when the receipt was written: a number that came later makes no tax invoice of it.
alter table receipts
  add column seller_name text,
  add column seller_address text,
  add column vat_number text;
