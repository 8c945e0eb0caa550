-- True while an item is held back that was a draft before, such as an archived one: given back, it is a draft again.
alter table content_items add column held_draft boolean not null default false;
