-- Processes pass long events on in parts now, and need no table for them.
drop table socket_io_attachments;
