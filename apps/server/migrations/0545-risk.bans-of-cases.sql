-- Two cases may want the same ban: each has a row, and the ban stands until the last is lifted.
drop index risk_bans_standing;
create unique index risk_bans_standing on risk_bans (kind, subject, account_id, case_id) nulls not distinct
  where lifted_at is null;
