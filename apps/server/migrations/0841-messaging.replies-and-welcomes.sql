-- Saved replies have an order and may carry a file with a price; new followers have a greeting of their own.
alter table saved_replies
  -- 0 for one that was never placed: by name, after the others.
  add column position integer not null default 0 check (position >= 0),
  add column attachment_id uuid,
  add column media_type text collate "C" check (media_type = any ('{photo, video}'::text[])),
  add column price integer not null default 0 check (price between 0 and 10000),
  add constraint saved_replies_media check ((attachment_id is null) = (media_type is null)),
  add constraint saved_replies_price check (price = 0 or attachment_id is not null);
create index saved_replies_by_attachment on saved_replies (attachment_id) where attachment_id is not null;

create table message_follower_welcomes (
  profile_id uuid primary key references profiles on delete cascade,
  enabled boolean not null,
  content text not null check (length(content) <= 2000),
  attachment_id uuid,
  media_type text collate "C" check (media_type = any ('{photo, video}'::text[])),
  price integer not null default 0 check (price between 0 and 10000),
  updated_at timestamptz not null,
  check ((attachment_id is null) = (media_type is null))
);
