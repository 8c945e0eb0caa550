-- What one member of staff did of one kind, also where they never did: without it all rows of the kind are read.
create index audit_log_by_actor_and_action on audit_log (actor_id, action, number desc);
