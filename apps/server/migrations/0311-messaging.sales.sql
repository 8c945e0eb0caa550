-- The ledger's group in which a tip, a gift or the opened media of a message paid their creator.
alter table messages add column sale_id uuid;
