-- Accounts whose money is held while staff check a case, or for good. A row is a freeze.
create table money_freezes (
  account_id uuid primary key references accounts on delete cascade,
  -- Purchases and payments are refused too.
  holds_spending boolean not null,
  -- Payouts have ended: the account's case was confirmed.
  is_final boolean not null default false,
  since timestamptz not null
);
