-- Applies whole groups only. Balances change only here, from the inserted rows, so they always equal their sum.
create or replace function ledger_apply() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off as $$
declare
  complete boolean;
begin
  perform from new_legs group by owner_id, group_id
    having sum(amount) is distinct from max(group_amount) or count(group_amount) <> 1;
  if found then
    raise exception 'a transfer group must be whole and sum to its amount' using errcode = 'integrity_constraint_violation';
  end if;
  with sides as (
    select account, sum(side.amount)::bigint as amount
      from new_legs, lateral (values (debit_account, -new_legs.amount), (credit_account, new_legs.amount)) as side (account, amount)
      group by account
  ), moved as (
    update ledger_accounts a set balance = a.balance + sides.amount from sides where a.id = sides.account
      returning a.currency, sides.amount
  )
  select (select count(*) from sides) = (select count(*) from moved)
      and not exists (select from moved group by currency having sum(amount) <> 0)
    into complete;
  if not complete then
    raise exception 'a transfer needs two accounts of one currency' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create or replace trigger apply after insert on ledger_transfers referencing new table as new_legs
  for each statement execute function ledger_apply();
