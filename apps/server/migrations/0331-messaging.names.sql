alter table message_tombstones rename column gone_at to deleted_at;
-- Last progress of the process that sends it; another takes over when it stalls.
alter table message_broadcasts rename column worked_at to last_progress_at;

alter table message_answers rename to message_response_stats;
alter table message_response_stats rename constraint message_answers_pkey to message_response_stats_pkey;
alter table message_response_stats
  rename constraint message_answers_profile_id_fkey to message_response_stats_profile_id_fkey;
alter table message_response_stats rename constraint message_answers_rate_check to message_response_stats_rate_check;
alter table message_response_stats
  rename constraint message_answers_median_minutes_check to message_response_stats_median_minutes_check;

-- `functions/messaging.delete-messages-of-threads.sql` creates this trigger under its new name.
drop trigger if exists messages_go_with_their_thread on conversations;
