-- Ledger group of the sale by tip, gift or unlocked media of a message.
alter table messages add column sale_id uuid;
