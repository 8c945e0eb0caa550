-- The days to appeal and to answer are settings: what a member was told with a decision stays with it.
alter table staff_decisions
  add column appeal_until timestamptz,
  add column answer_due_at timestamptz;
update staff_decisions set
  appeal_until = decided_at + interval '14 days',
  answer_due_at = appealed_at + interval '7 days';
