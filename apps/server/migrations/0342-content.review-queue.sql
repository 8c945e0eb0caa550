-- The moderators' list reads flagged items too.
create index content_to_review on content_items (state, created_at, id) where state in ('review', 'flagged');
drop index content_waiting;
