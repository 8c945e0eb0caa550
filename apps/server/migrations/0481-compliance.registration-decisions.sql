-- Decisions about a creator's registration with the Film and Publication Board are told like all others.
alter table staff_decisions
  drop constraint staff_decisions_action_check,
  add constraint staff_decisions_action_check check (action in
    ('held_back', 'not_published', 'removed', 'file_removed', 'photo_hidden', 'show_stopped', 'warned', 'suspended',
      'registration_refused', 'registration_withdrawn', 'exemption_ended'));
