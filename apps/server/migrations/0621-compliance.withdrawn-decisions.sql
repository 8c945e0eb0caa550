-- When the author of a bulk action took a decision back before the member was told: it counts as never made.
alter table staff_decisions add column withdrawn_at timestamptz;
