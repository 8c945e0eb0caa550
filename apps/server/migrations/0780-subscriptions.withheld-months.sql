-- A month that was over before its creator unblocked the fan: it is not passed on, and waits to be given back.
alter table subscription_months add column withheld_at timestamptz;
