-- What members pay in rand. Orders and receipts outlive the account: tax law wants them for five years.
create table payment_orders (
  id uuid primary key,
  account_id uuid not null,
  -- One intent of the member, however often it is sent.
  key text collate "C" not null check (length(key) <= 400),
  purpose text not null check (purpose in ('pack', 'subscription', 'tip', 'vip', 'method')),
  reference text collate "C" not null check (length(reference) <= 100),
  description text not null check (length(description) <= 200),
  details jsonb not null default '{}',
  amount_cents bigint not null check (amount_cents >= 0),
  ledger_currency text not null default 'ZAR' check (ledger_currency = 'ZAR'),
  -- What the provider is asked for, in hundredths of its currency.
  charge_amount bigint not null check (charge_amount >= 0),
  charge_currency text not null check (charge_currency ~ '^[A-Z]{3}$'),
  state text not null default 'created' check (state in (
    'created', 'pending', 'paid', 'held', 'failed', 'cancelled', 'refunded', 'charged_back'
  )),
  via text not null check (via in ('hosted', 'saved', 'renewal')),
  provider text not null,
  provider_reference text,
  checkout_url text,
  save_method boolean not null default false,
  failure_reason text,
  -- Why a person must look at it.
  flag text,
  created_at timestamptz not null,
  -- Set before the provider is asked to charge a saved method: from then on it may have.
  sent_at timestamptz,
  paid_at timestamptz,
  closed_at timestamptz,
  refund_requested_at timestamptz,
  queried_at timestamptz,
  unique (account_id, key)
);
create index payment_orders_of_member on payment_orders (account_id, id desc);
create index payment_orders_spent on payment_orders (account_id, paid_at) where state = 'paid';
create index payment_orders_open on payment_orders (created_at) where state in ('created', 'pending');
create index payment_orders_returning on payment_orders (refund_requested_at)
  where state = 'paid' and refund_requested_at is not null;
create index payment_orders_flagged on payment_orders (id) where flag is not null;

-- Everything a provider ever told us, once each; sealed where it names people or carries tokens.
create table payment_events (
  id uuid primary key,
  provider text not null,
  event_id text collate "C" not null check (length(event_id) <= 300),
  source text not null check (source in ('webhook', 'charge', 'query')),
  -- Null: genuine, but of no meaning to us.
  kind text check (kind in ('paid', 'failed', 'pending', 'cancelled', 'refunded', 'charged_back')),
  order_id text collate "C",
  provider_reference text,
  amount bigint,
  currency text,
  reason text,
  method_sealed bytea,
  raw_sealed bytea,
  occurred_at timestamptz,
  received_at timestamptz not null,
  processed_at timestamptz,
  outcome text,
  unique (provider, event_id)
);
create index payment_events_of_order on payment_events (order_id);

create table payment_methods (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  provider text not null,
  -- HMAC of the token: the same card is one row.
  token_index bytea not null check (octet_length(token_index) = 32),
  token_sealed bytea not null,
  brand text not null,
  last_four text not null check (length(last_four) <= 4),
  expires_on text check (expires_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  created_at timestamptz not null,
  used_at timestamptz not null,
  unique (account_id, provider, token_index)
);

-- VAT by the day it applies from; a receipt keeps the rate it was made with.
create table vat_rates (
  effective_from date primary key,
  percent numeric(5, 2) not null check (percent >= 0 and percent < 100)
);
insert into vat_rates values ('2018-04-01', 15);

create table receipt_counters (
  year integer primary key,
  last_number integer not null
);
create table receipts (
  order_id uuid primary key references payment_orders,
  year integer not null,
  -- Without gaps: taken in the transaction that makes the order paid.
  number integer not null,
  total_cents bigint not null,
  vat_cents bigint not null,
  vat_percent numeric(5, 2) not null,
  issued_at timestamptz not null,
  unique (year, number)
);

-- What members allow themselves. A raised limit waits beside the present one.
create table spending_limits (
  account_id uuid primary key references accounts on delete cascade,
  daily_cents bigint check (daily_cents >= 0),
  monthly_cents bigint check (monthly_cents >= 0),
  next_daily_cents bigint check (next_daily_cents >= 0),
  next_monthly_cents bigint check (next_monthly_cents >= 0),
  next_from timestamptz,
  cool_off_until timestamptz
);
