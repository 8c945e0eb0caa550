-- When a dispute reverses a payment, that day's number of sales can become negative.
alter table earnings_days drop constraint earnings_days_sales_check;
