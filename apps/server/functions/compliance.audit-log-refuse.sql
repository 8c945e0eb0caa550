create or replace function audit_log_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % is refused', tg_op using errcode = 'integrity_constraint_violation';
end $$;

create or replace trigger append_only before update or delete or truncate on audit_log
  for each statement execute function audit_log_refuse();
