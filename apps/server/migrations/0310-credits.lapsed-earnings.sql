-- Held earnings that lapsed to the platform, so that a receipt shows what remains of a sale.
alter table earnings_holds add column lapsed bigint not null default 0 check (lapsed >= 0);
