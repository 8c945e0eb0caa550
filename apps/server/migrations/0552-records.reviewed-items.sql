-- Reviewers from outside also read items and consents, by their ids.
alter table reviewer_items drop constraint reviewer_items_type_check;
alter table reviewer_items add constraint reviewer_items_type_check
  check (type in ('takedown', 'period', 'item', 'consent'));
