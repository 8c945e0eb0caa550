-- For a thread opened after the block; its opener checks the visibility rule in the same transaction.
create or replace function bar_new_threads() returns trigger language plpgsql as $$
begin
  new.barred := exists (
    select from blocks b where (b.blocker_id, b.blocked_id) in ((new.low_id, new.high_id), (new.high_id, new.low_id)));
  return new;
end $$;

create or replace trigger new_threads_are_barred before insert on conversations for each row execute function bar_new_threads();
