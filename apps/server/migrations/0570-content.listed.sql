-- The list of all items for staff, newest first, and by class: a rare class would be read through all others.
create index content_listed on content_items (created_at desc, id desc) where state in ('published', 'review', 'flagged');
create index content_listed_by_class on content_items (classification, created_at desc, id desc)
  where state in ('published', 'review', 'flagged');
