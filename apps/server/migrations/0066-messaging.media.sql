-- Files that messages hold. A message names one attachment: a file by its own id, or an album. The reference keeps the
-- file, whatever else becomes of it, until no message, welcome or broadcast holds it.
create table message_attachments (
  attachment_id uuid not null,
  position smallint not null check (position between 0 and 9),
  media_id uuid not null references media,
  owner_account_id uuid not null,
  is_album boolean not null,
  created_at timestamptz not null,
  primary key (attachment_id, position),
  check (is_album or (position = 0 and attachment_id = media_id))
);
create index message_attachments_by_media on message_attachments (media_id);
create index message_attachments_by_time on message_attachments (created_at);

-- A gift that was sent leaves a message in the thread.
alter table messages add column gift_id text collate "C";
