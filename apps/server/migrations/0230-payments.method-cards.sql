-- What the provider knows a saved card by, as in `payment_events`; null where it said nothing.
alter table payment_methods add column card_index bytea check (octet_length(card_index) = 32);
