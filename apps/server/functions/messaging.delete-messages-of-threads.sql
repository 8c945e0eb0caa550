create or replace function delete_messages_of_threads() returns trigger language plpgsql as $$
begin
  delete from messages where conversation_id in (select id from deleted);
  return null;
end $$;

create or replace trigger delete_messages_with_thread after delete on conversations
  referencing old table as deleted for each statement execute function delete_messages_of_threads();
