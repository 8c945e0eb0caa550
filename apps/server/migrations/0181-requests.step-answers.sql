-- What each step made of a request, by the key it was asked with: a repeat is answered as the first time, however late.
create table content_request_steps (
  request_id uuid not null references content_requests on delete cascade,
  key text collate "C" not null,
  request jsonb not null,
  primary key (request_id, key)
);
insert into content_request_steps (request_id, key, request)
  select id, last_key, to_jsonb(content_requests) from content_requests where last_key is not null;
