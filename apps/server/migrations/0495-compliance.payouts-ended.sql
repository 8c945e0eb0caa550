-- That payouts of an account have ended is told like every other decision.
alter table staff_decisions
  drop constraint staff_decisions_action_check,
  add constraint staff_decisions_action_check check (action in
    ('held_back', 'not_published', 'removed', 'file_removed', 'photo_hidden', 'show_stopped', 'warned', 'suspended',
      'registration_refused', 'registration_withdrawn', 'exemption_ended', 'payouts_ended'));
