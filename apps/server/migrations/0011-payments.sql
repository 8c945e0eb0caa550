-- Payments in rand. Orders and receipts are kept after the account is deleted: tax law requires five years.
create table payment_orders (
  id uuid primary key,
  account_id uuid not null,
  -- Idempotency key of the member's purchase.
  key text collate "C" not null check (length(key) <= 400),
  purpose text not null check (purpose in ('pack', 'subscription', 'tip', 'vip', 'method', 'debt')),
  reference text collate "C" not null check (length(reference) <= 100),
  description text not null check (length(description) <= 200),
  details jsonb not null default '{}',
  amount_cents bigint not null check (amount_cents >= 0),
  ledger_currency text not null default 'ZAR' check (ledger_currency = 'ZAR'),
  -- Amount requested from the provider, in hundredths of its currency.
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
  -- Why staff must check it.
  flag text,
  created_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  refund_requested_at timestamptz,
  queried_at timestamptz,
  -- Decision of staff about a flagged payment.
  -- Hundredths actually paid, when staff accepted another amount.
  paid_amount bigint check (paid_amount > 0),
  -- Hundredths of the requested refund, which the provider must confirm; null is the whole amount.
  refund_amount bigint check (refund_amount > 0),
  refund_currency text check (refund_currency ~ '^[A-Z]{3}$'),
  -- Idempotency key of the latest decision.
  decision_key text collate "C",
  unique (account_id, key),
  constraint refund_in_a_currency check (
    (refund_amount is null) = (refund_currency is null)
  )
);
create index payment_orders_of_member on payment_orders (account_id, id desc);
create index payment_orders_spent on payment_orders (account_id, paid_at) where state = 'paid';
create index payment_orders_open on payment_orders (created_at) where state in ('created', 'pending');
create index payment_orders_flagged on payment_orders (id) where flag is not null;
-- Some providers identify reversals only by their own reference.
create index payment_orders_by_reference on payment_orders (provider, provider_reference)
  where provider_reference is not null;
create index payment_orders_returning on payment_orders (refund_requested_at)
  where state in ('paid', 'held') and refund_requested_at is not null;

-- Every event of a provider, stored once; sealed where it names people or holds tokens.
create table payment_events (
  id uuid primary key,
  provider text not null,
  event_id text collate "C" not null check (length(event_id) <= 300),
  source text not null check (source in ('webhook', 'charge', 'query')),
  -- Null: authentic, but ignored.
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
  card_index bytea check (octet_length(card_index) = 32),
  unique (provider, event_id)
);
create index payment_events_of_order on payment_events (order_id);

create table payment_methods (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  provider text not null,
  -- HMAC of the token, so that a card has one row.
  token_index bytea not null check (octet_length(token_index) = 32),
  token_sealed bytea not null,
  brand text not null,
  last_four text not null check (length(last_four) <= 4),
  expires_on text check (expires_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  created_at timestamptz not null,
  used_at timestamptz not null,
  -- The provider's fingerprint of the card, as in `payment_events`; null without one.
  card_index bytea check (octet_length(card_index) = 32),
  unique (account_id, provider, token_index)
);

-- VAT rates by start date; a receipt stores the rate used.
create table vat_rates (
  effective_from date primary key,
  percent numeric(5, 2) not null check (percent >= 0 and percent < 100)
);

create table receipt_counters (
  year integer primary key,
  last_number integer not null
);

create table receipts (
  order_id uuid primary key references payment_orders,
  year integer not null,
  -- Without gaps: assigned in the transaction that marks the order paid.
  number integer not null,
  total_cents bigint not null,
  vat_cents bigint not null,
  vat_percent numeric(5, 2) not null,
  issued_at timestamptz not null,
  -- Seller details at the time of the receipt; a later VAT number does not turn it into a tax invoice.
  seller_name text,
  seller_address text,
  vat_number text,
  unique (year, number)
);

-- Members' own spending limits. A raised limit is stored next to the current one until it applies.
create table spending_limits (
  account_id uuid primary key references accounts on delete cascade,
  daily_cents bigint check (daily_cents >= 0),
  monthly_cents bigint check (monthly_cents >= 0),
  next_daily_cents bigint check (next_daily_cents >= 0),
  next_monthly_cents bigint check (next_monthly_cents >= 0),
  next_from timestamptz,
  cool_off_until timestamptz
);

-- Charges of saved methods. Another attempt for the same order requires proof, from the provider or staff, that the
-- previous one never arrived.
create table payment_attempts (
  order_id uuid not null references payment_orders,
  number integer not null check (number > 0),
  sent_at timestamptz not null,
  -- Null while the outcome is unknown.
  outcome text check (outcome in ('paid', 'declined', 'redirected', 'never_arrived')),
  -- Who established that it never arrived.
  proof text check (proof in ('provider', 'staff', 'unsent')),
  ended_at timestamptz,
  -- The process that claimed the attempt: if the response to the claim is lost, only that process may release it, since
  -- it knows that nothing was sent.
  claim_id uuid,
  primary key (order_id, number),
  check ((outcome is null) = (ended_at is null)),
  check ((outcome is not distinct from 'never_arrived') = (proof is not null))
);
create unique index payment_attempts_one on payment_attempts (order_id)
  where outcome is distinct from 'never_arrived';

-- Second payments of an already paid order, held until staff refund them.
create table second_payments (
  id uuid primary key,
  order_id uuid not null references payment_orders,
  provider text not null,
  provider_reference text not null check (length(provider_reference) between 1 and 200),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- `settled`: staff found that nothing is to be refunded.
  state text not null default 'held' check (state in ('held', 'returning', 'returned', 'charged_back', 'settled')),
  received_at timestamptz not null,
  refund_requested_at timestamptz,
  closed_at timestamptz,
  -- Idempotency key of the latest decision.
  decision_key text collate "C",
  unique (provider, provider_reference)
);
create index second_payments_open on second_payments (id) where state in ('held', 'returning');
create index second_payments_of_order on second_payments (order_id);

-- Debt of a member after a chargeback of credits that were spent.
create table payment_debts (
  order_id uuid primary key references payment_orders,
  account_id uuid not null,
  owed_cents bigint not null check (owed_cents > 0),
  since timestamptz not null,
  settled_at timestamptz,
  -- The order that paid it.
  settled_by uuid references payment_orders,
  check ((settled_at is null) = (settled_by is null))
);
create index payment_debts_open on payment_debts (account_id) where settled_at is null;

-- Cards whose payments were charged back.
create table charged_back_cards (
  -- HMAC of the provider's fingerprint of the card.
  card_index bytea not null check (octet_length(card_index) = 32),
  order_id uuid not null references payment_orders,
  account_id uuid not null,
  remembered_at timestamptz not null,
  primary key (card_index, order_id)
);

insert into vat_rates values ('2018-04-01', 15);
