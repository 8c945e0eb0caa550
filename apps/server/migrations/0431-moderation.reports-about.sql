-- What was reported about a member, for the list of staff and the member's history.
create index reports_about on reports (target_profile_id, created_at desc, id desc);
create index reports_open_about on reports (target_profile_id) where state = 'open';
