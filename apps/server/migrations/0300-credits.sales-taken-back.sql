-- On the day on which a dispute takes a request's payment back, a creator may have one sale less than none.
alter table earnings_days drop constraint earnings_days_sales_check;
