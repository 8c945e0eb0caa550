-- Messages disappear after a day at most: a longer choice of before becomes a day.
update conversation_members set auto_delete_minutes = 1440 where auto_delete_minutes > 1440;
update message_preferences set auto_delete_minutes = 1440 where auto_delete_minutes > 1440;
alter table conversation_members
  drop constraint conversation_members_auto_delete_minutes_check,
  add constraint conversation_members_auto_delete_minutes_check check (auto_delete_minutes between 1 and 1440);
alter table message_preferences
  drop constraint message_preferences_auto_delete_minutes_check,
  add constraint message_preferences_auto_delete_minutes_check check (auto_delete_minutes between 1 and 1440);
