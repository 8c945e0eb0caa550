-- Moderators who approved an X18 item that waits: the second publishes it. Rows are deleted when the item leaves the queue
-- or its creator changes it.
create table content_approvals (
  content_id uuid not null references content_items on delete cascade,
  account_id uuid not null,
  approved_at timestamptz not null,
  primary key (content_id, account_id)
);
