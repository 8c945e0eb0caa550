-- Ledger group of the sale that paid the creator.
alter table gifts_sent add column sale_id uuid;
