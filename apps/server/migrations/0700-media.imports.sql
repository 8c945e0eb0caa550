-- Where a file is being fetched from; null once it has arrived or cannot.
alter table media add column import_address text check (length(import_address) between 1 and 2000);
