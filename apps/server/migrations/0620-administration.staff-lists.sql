-- Bulk actions of every list of staff, and what each item was before, so that it can be undone.
alter table staff_batches
  add column list text collate "C" not null default 'users' check (list in ('users', 'reports', 'content')),
  drop constraint staff_batches_action_check,
  add constraint staff_batches_action_check check (case list
    when 'users' then action in ('suspend', 'unsuspend', 'verify')
    when 'reports' then action in ('resolved', 'dismissed')
    else action in ('approve', 'refuse')
  end);
-- Reports and items; accounts have a table of their own, which forgets an account that is deleted.
create table staff_batch_items (
  batch_id uuid not null references staff_batches on delete cascade,
  item_id uuid not null,
  before jsonb not null,
  undone_at timestamptz,
  primary key (batch_id, item_id)
);

-- Saved filters of every list of staff.
alter table staff_filters
  add column list text collate "C" not null default 'users'
    check (list in ('users', 'reports', 'content', 'takedowns', 'documents', 'photos')),
  drop constraint staff_filters_account_id_name_key,
  add constraint staff_filters_once unique (account_id, list, name);
