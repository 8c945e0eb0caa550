-- A confirmed case whose decision was reversed on appeal is cleared, and says so.
alter table risk_steps
  drop constraint risk_steps_kind_check,
  add constraint risk_steps_kind_check check
    (kind in ('opened', 'noted', 'frozen', 'cleared', 'confirmed', 'reversed', 'exported'));
create index risk_bans_by_case on risk_bans (case_id) where lifted_at is null;
