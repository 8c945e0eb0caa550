create or replace function bar_threads() returns trigger language plpgsql as $$
begin
  update conversations c
    set barred = exists (
      select from blocks b where (b.blocker_id, b.blocked_id) in ((c.low_id, c.high_id), (c.high_id, c.low_id)))
    from changed
    where c.low_id = least(changed.blocker_id, changed.blocked_id)
      and c.high_id = greatest(changed.blocker_id, changed.blocked_id);
  return null;
end $$;

create or replace trigger threads_are_barred after insert on blocks
  referencing new table as changed for each statement execute function bar_threads();

create or replace trigger threads_are_unbarred after delete on blocks
  referencing old table as changed for each statement execute function bar_threads();
