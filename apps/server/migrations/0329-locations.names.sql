-- When attendees were notified of the cancellation.
alter table event_attendances rename column told_at to notified_at;

alter table safety_contact_stops rename to safety_contact_opt_outs;
alter table safety_contact_opt_outs rename constraint safety_contact_stops_pkey to safety_contact_opt_outs_pkey;
alter table safety_contact_opt_outs
  rename constraint safety_contact_stops_contact_index_check to safety_contact_opt_outs_contact_index_check;
