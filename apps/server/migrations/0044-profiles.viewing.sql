-- Whom an account was shown on a Johannesburg day, as 32-bit hashes: enough to count, too little to tell.
create table profile_viewing (
  account_id uuid primary key references accounts on delete cascade,
  day text collate "C" not null,
  shown integer[] not null
) with (fillfactor = 50);
