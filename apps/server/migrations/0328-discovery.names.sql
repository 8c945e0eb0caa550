-- This flame made the sender visible to the recipient.
alter table flames rename column met to revealed_sender;
