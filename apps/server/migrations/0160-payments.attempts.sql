-- Every time a provider was told to charge a saved method. Another one for the same order needs proof, of the provider
-- or of staff, that the one before never arrived.
create table payment_attempts (
  order_id uuid not null references payment_orders,
  number integer not null check (number > 0),
  sent_at timestamptz not null,
  -- Null while nobody knows.
  outcome text check (outcome in ('paid', 'declined', 'redirected', 'never_arrived')),
  -- Whose word it is that it never arrived.
  proof text check (proof in ('provider', 'staff')),
  ended_at timestamptz,
  primary key (order_id, number),
  check ((outcome is null) = (ended_at is null)),
  check ((outcome is not distinct from 'never_arrived') = (proof is not null))
);
create unique index payment_attempts_one on payment_attempts (order_id)
  where outcome is distinct from 'never_arrived';

insert into payment_attempts (order_id, number, sent_at, outcome, ended_at)
  select id, 1, sent_at, outcome, case when outcome is not null then coalesce(paid_at, closed_at, sent_at) end
    from (
      select *, case
          when state in ('paid', 'refunded', 'charged_back') then 'paid'
          when state in ('failed', 'cancelled') then 'declined'
          when checkout_url is not null then 'redirected'
        end as outcome
        from payment_orders where sent_at is not null
    ) as sent;
alter table payment_orders drop column sent_at;
