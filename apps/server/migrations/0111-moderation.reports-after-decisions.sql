-- Once for each reporter and thing while it is open: what happens after a decision is a report of its own.
alter table reports drop constraint reports_reporter_account_id_target_type_target_id_key;
create unique index reports_open_once on reports (reporter_account_id, target_type, target_id) where state = 'open';
