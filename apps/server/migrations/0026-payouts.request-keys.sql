-- The request a payout answers: asked again after a lost reply, it finds the same payout, whatever became of it.
alter table payouts add column request_key text check (length(request_key) <= 400);
create unique index payouts_by_request on payouts (profile_id, request_key) where request_key is not null;
