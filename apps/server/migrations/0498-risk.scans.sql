-- How far the rules have read, in one row.
create table risk_scans (
  only_row boolean primary key default true check (only_row),
  scanned_to timestamptz not null
);

-- Card payments that reached a creator and how many were charged back, for creators with any; counted anew each hour.
create table chargeback_ratios (
  profile_id uuid not null,
  days smallint not null,
  payments integer not null check (payments > 0),
  cents bigint not null,
  charged_back integer not null check (charged_back between 0 and payments),
  charged_back_cents bigint not null,
  counted_at timestamptz not null,
  primary key (profile_id, days)
);
create index chargeback_ratios_by_share on chargeback_ratios (days, (charged_back::float8 / payments) desc, profile_id);

create index payment_orders_charged_back on payment_orders (paid_at) where state = 'charged_back';
create index payout_accounts_by_change on payout_accounts (changed_at);
create index age_verifications_by_time on age_verifications (verified_at);
create index payouts_by_request_time on payouts (requested_at) where status in ('requested', 'approved');
