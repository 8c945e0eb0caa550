-- What its requester gave for a delivered request.
alter table content_requests add column stars smallint check (stars between 1 and 5);
create index requests_rated on content_requests (creator_id) where stars is not null;
