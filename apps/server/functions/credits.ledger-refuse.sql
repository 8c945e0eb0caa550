create or replace function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create or replace trigger never_deleted before delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse();
