-- The files of a delivery after its first, which is `content_requests.delivery_media_id`.
create table request_files (
  request_id uuid not null references content_requests on delete cascade,
  position smallint not null check (position between 1 and 19),
  media_id uuid not null references media,
  primary key (request_id, position),
  unique (request_id, media_id)
);
create index request_files_by_file on request_files (media_id);

-- Every file of every delivery, in order.
create view request_delivery_files as
  select id as request_id, delivery_media_id as media_id, 0::smallint as position
    from content_requests where delivery_media_id is not null
  union all
  select request_id, media_id, position from request_files;
