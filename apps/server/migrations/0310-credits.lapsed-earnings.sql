-- How much of what was held fell back to the platform, so that a receipt says what its creator still has of a sale.
alter table earnings_holds add column lapsed bigint not null default 0 check (lapsed >= 0);
