-- Keyed hash of bank and account number, the same for every creator who names it. Null on rows from before.
alter table payout_accounts add column number_hash bytea check (octet_length(number_hash) = 32);
create index payout_accounts_by_number on payout_accounts (number_hash);
