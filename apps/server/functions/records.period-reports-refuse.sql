create or replace function period_reports_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'a closed report is never changed: % is refused', tg_op using errcode = 'integrity_constraint_violation';
end $$;

create or replace trigger closed_for_good before update or delete or truncate on period_reports
  for each statement execute function period_reports_refuse();
