-- Answers of all processes by minute, and those that failed by our fault (status 500 and above). Kept for two days.
create table request_minutes (
  minute timestamptz primary key,
  requests integer not null,
  failed integer not null
) with (fillfactor = 50);
