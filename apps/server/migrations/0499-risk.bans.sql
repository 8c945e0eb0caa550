-- Devices, ID numbers and bank accounts that may not come back, as the keyed hashes that their own tables hold. Not
-- references: a ban outlives the account that it was placed for.
create table risk_bans (
  id uuid primary key,
  kind text collate "C" not null check (kind in ('device', 'id_number', 'payout_account')),
  subject bytea not null check (octet_length(subject) = 32),
  account_id uuid not null,
  case_id uuid references risk_cases on delete set null,
  reason text not null check (length(reason) <= 2000),
  placed_at timestamptz not null,
  placed_by uuid not null,
  lifted_at timestamptz,
  lifted_by uuid,
  lift_reason text check (length(lift_reason) <= 2000),
  constraint risk_bans_lifted check (num_nonnulls(lifted_at, lifted_by, lift_reason) in (0, 3))
);
create unique index risk_bans_standing on risk_bans (kind, subject) where lifted_at is null;
create index risk_bans_by_time on risk_bans ((lifted_at is null), id desc);
