create table payout_accounts (
  profile_id uuid primary key references profiles on delete cascade,
  bank text not null,
  holder_name text not null check (length(holder_name) <= 120),
  account_number_sealed bytea not null,
  account_ending text not null check (account_ending ~ '^\d{4}$'),
  branch_code text not null check (branch_code ~ '^\d{6}$'),
  account_type text not null check (account_type in ('cheque', 'savings')),
  -- Keyed hash of the whole account: naming the same one again changes nothing.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  changed_at timestamptz not null,
  -- Payouts wait until then after another account was named.
  held_until timestamptz
);

create table payouts (
  id uuid primary key,
  -- Outlives the profile: what was paid must stay on the books.
  profile_id uuid not null,
  account_id uuid not null,
  amount_cents bigint not null check (amount_cents >= 50000),
  -- How many credits were turned into rand for it.
  redeemed_credits bigint not null default 0 check (redeemed_credits >= 0),
  status text collate "C" not null default 'requested' check (status in ('requested', 'approved', 'sent', 'failed', 'reversed')),
  reason text check (length(reason) <= 300),
  bank_reference text check (length(bank_reference) <= 60),
  -- The account as it was when the payout was asked for: a later change cannot turn it away.
  bank text not null,
  holder_name text not null,
  account_number_sealed bytea not null,
  account_ending text not null,
  branch_code text not null,
  account_type text not null,
  requested_at timestamptz not null,
  decided_at timestamptz,
  sent_at timestamptz,
  -- The request a payout answers: asked again after a lost reply, it finds the same payout, whatever became of it.
  request_key text check (length(request_key) <= 400),
  constraint ended_badly_with_reason check ((status in ('failed', 'reversed')) = (reason is not null)),
  constraint sent_with_reference check (status not in ('sent', 'reversed') or (bank_reference is not null and sent_at is not null))
);
-- One under way for each creator, however many ask at once.
create unique index payouts_open on payouts (profile_id) where status in ('requested', 'approved');
create index payouts_by_profile on payouts (profile_id, id desc);
create index payouts_waiting on payouts (id) where status in ('requested', 'approved');
create index payouts_by_status on payouts (status, id desc);
create unique index payouts_by_request on payouts (profile_id, request_key) where request_key is not null;
