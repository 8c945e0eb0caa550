alter table content_requests
  -- When the requested show is to begin: as the requester asked, or as the creator proposed after.
  add column show_at timestamptz,
  -- The private show, from the acceptance on.
  add column live_id uuid,
  drop constraint delivered_with_a_file,
  add constraint delivered_with_a_file check (
    case content_type when 'live_show' then delivery_media_id is null
      else (delivered_at is null) = (delivery_media_id is null) end),
  add constraint show_at_a_time check ((content_type = 'live_show') = (show_at is not null)),
  add constraint show_of_an_acceptance check (live_id is null or content_type = 'live_show');
