create table payout_accounts (
  profile_id uuid primary key references profiles on delete cascade,
  bank text not null,
  holder_name text not null check (length(holder_name) <= 120),
  account_number_sealed bytea not null,
  account_ending text not null check (account_ending ~ '^\d{4}$'),
  branch_code text not null check (branch_code ~ '^\d{6}$'),
  account_type text not null check (account_type in ('cheque', 'savings')),
  -- Keyed hash of the whole account, to detect an unchanged one.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  changed_at timestamptz not null,
  -- After a change of account, payouts can be requested from this time on.
  held_until timestamptz
);

create table payouts (
  id uuid primary key,
  -- Not a reference: a payout stays on the books after its profile is deleted.
  profile_id uuid not null,
  account_id uuid not null,
  amount_cents bigint not null check (amount_cents >= 50000),
  -- Credits turned into rand for this payout.
  redeemed_credits bigint not null default 0 check (redeemed_credits >= 0),
  status text collate "C" not null default 'requested' check (status in ('requested', 'approved', 'sent', 'failed', 'reversed')),
  reason text check (length(reason) <= 300),
  bank_reference text check (length(bank_reference) <= 60),
  -- Copy of the bank account at the time of the request, so that a later change cannot redirect the payout.
  bank text not null,
  holder_name text not null,
  account_number_sealed bytea not null,
  account_ending text not null,
  branch_code text not null,
  account_type text not null,
  requested_at timestamptz not null,
  decided_at timestamptz,
  sent_at timestamptz,
  -- Idempotency key of the request, which stays with the payout in every state.
  request_key text check (length(request_key) <= 400),
  constraint ended_badly_with_reason check ((status in ('failed', 'reversed')) = (reason is not null)),
  constraint sent_with_reference check (status not in ('sent', 'reversed') or (bank_reference is not null and sent_at is not null))
);
-- At most one open payout per creator, also under concurrency.
create unique index payouts_open on payouts (profile_id) where status in ('requested', 'approved');
create index payouts_by_profile on payouts (profile_id, id desc);
create index payouts_waiting on payouts (id) where status in ('requested', 'approved');
create index payouts_by_status on payouts (status, id desc);
create unique index payouts_by_request on payouts (profile_id, request_key) where request_key is not null;
