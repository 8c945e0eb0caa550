-- When staff last opened a report.
alter table report_looks rename to report_views;
alter table report_views rename column seen_at to viewed_at;
alter table report_views rename constraint report_looks_pkey to report_views_pkey;
alter table report_views rename constraint report_looks_report_id_fkey to report_views_report_id_fkey;
alter table report_views rename constraint report_looks_account_id_fkey to report_views_account_id_fkey;
alter index report_looks_by_account rename to report_views_by_account;
