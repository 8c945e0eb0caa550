-- When its creator archived an item, which is then a draft that its buyers keep; null otherwise. The release before this
-- one leaves it in place when it publishes the item again, so it counts only for a draft.
alter table content_items add column archived_at timestamptz;
-- The item's place among those its creator put first; counts only while it is published.
alter table content_items add column pin_position smallint;
alter table content_items add constraint content_items_pinned check (pin_position between 1 and 3) not valid;
alter table content_items validate constraint content_items_pinned;
create unique index content_pinned on content_items (profile_id, pin_position) where pin_position is not null;
