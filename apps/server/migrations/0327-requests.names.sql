-- When staff last opened a dispute.
alter table dispute_looks rename to dispute_views;
alter table dispute_views rename column seen_at to viewed_at;
alter table dispute_views rename constraint dispute_looks_pkey to dispute_views_pkey;
alter table dispute_views rename constraint dispute_looks_request_id_fkey to dispute_views_request_id_fkey;
alter table dispute_views rename constraint dispute_looks_account_id_fkey to dispute_views_account_id_fkey;
