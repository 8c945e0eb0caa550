-- Messages that a report brought along, as they stood then, sealed with a key of the configuration.
create table report_messages (
  report_id uuid not null references reports on delete cascade,
  message_id uuid not null,
  sent_at timestamptz not null,
  sealed bytea not null,
  primary key (report_id, message_id)
);
