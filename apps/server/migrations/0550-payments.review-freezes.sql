-- Accounts whose money is held while a complaint about a file of theirs is decided. Apart from `money_freezes`, so that
-- a risk case and a complaint each end their own.
create table money_review_freezes (
  account_id uuid primary key references accounts on delete cascade,
  since timestamptz not null
);
