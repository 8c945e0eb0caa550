create or replace function ledger_require_transfer() returns trigger language plpgsql as $$
begin
  -- Depth 1 is a manual update; the trigger above makes it 2.
  if pg_trigger_depth() < 2 then
    raise exception 'balances change only by transfers' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger moved_by_transfers before update on ledger_accounts
  for each statement execute function ledger_require_transfer();
