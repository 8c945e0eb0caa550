-- Seconds of a video or sound that everyone may play; 0 for none.
alter table content_items add column preview_seconds smallint not null default 0;
alter table content_items add constraint content_items_preview check (preview_seconds between 0 and 60) not valid;
alter table content_items validate constraint content_items_preview;
