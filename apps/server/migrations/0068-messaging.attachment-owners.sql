-- An account takes its files with it when it is erased.
alter table message_attachments
  add constraint message_attachments_owner foreign key (owner_account_id) references accounts on delete cascade;
create index message_attachments_by_owner on message_attachments (owner_account_id);
