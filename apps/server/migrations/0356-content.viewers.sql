-- People who opened an item; content_items.view_count counts each once. Older counts keep their value.
create table content_viewers (
  content_id uuid not null references content_items on delete cascade,
  viewer_id uuid not null references profiles on delete cascade,
  primary key (content_id, viewer_id)
);
-- For deleting a viewer's profile.
create index content_viewers_by_viewer on content_viewers (viewer_id);
