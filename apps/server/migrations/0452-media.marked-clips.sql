-- A clip that is sold in a message or delivered for a request is played as a marked stream.
alter table media drop constraint media_marked_kind;
alter table media add constraint media_marked_kind check (not is_marked or kind = 'video') not valid;
alter table media validate constraint media_marked_kind;
