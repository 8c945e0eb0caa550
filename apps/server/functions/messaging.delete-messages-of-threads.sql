create or replace function delete_messages_of_threads() returns trigger language plpgsql as $$
begin
  delete from messages where conversation_id in (select id from gone);
  return null;
end $$;

create or replace trigger messages_go_with_their_thread after delete on conversations
  referencing old table as gone for each statement execute function delete_messages_of_threads();
