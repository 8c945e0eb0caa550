-- Whose claim a key is: only its own process may answer or free it, and keeps it alive while it runs.
alter table idempotency_keys add column claim_id uuid;
