-- One change of a posted transfer is let through: its words, turned into a fixed one when its payer or payee was erased or
-- is being erased. Amounts, accounts, keys, references and times never change.
create or replace function ledger_words_only() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'description' is distinct from to_jsonb(old) - 'description'
    or new.description is distinct from 'Erased'
    or not exists (select from account_erasures as erasure left join profiles as owned on owned.account_id = erasure.account_id
      where old.owner_id in (erasure.account_id, owned.id) or old.payee_id = owned.id) then
    raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create or replace trigger append_only before delete or truncate on ledger_transfers
  for each statement execute function ledger_refuse();

create or replace trigger words_only before update on ledger_transfers
  for each row execute function ledger_words_only();
