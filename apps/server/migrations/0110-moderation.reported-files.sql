-- What the files of reported messages are named by, beside the sealed words: they stay for as long as the report does,
-- whoever unsends the message.
create table report_attachments (
  report_id uuid not null references reports on delete cascade,
  attachment_id uuid not null,
  primary key (report_id, attachment_id)
);
create index report_attachments_by_attachment on report_attachments (attachment_id);
insert into report_attachments
  select kept.report_id, message.media_id from report_messages kept
    join messages message on message.id = kept.message_id where message.media_id is not null
  on conflict do nothing;
