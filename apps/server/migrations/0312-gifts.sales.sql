-- The ledger's group in which a gift paid its creator.
alter table gifts_sent add column sale_id uuid;
