-- Of a term of several months: the end that its subscriber was notified of.
alter table subscriptions add column term_notice_for timestamptz;
create index subscriptions_terms_by_end on subscriptions (paid_until) where term_months > 1 and ended_at is null;
