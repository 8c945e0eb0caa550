-- A certificate as PDF, sealed: it is no media file, so nothing draws, plays or shows it.
alter table film_board_registrations
  add column certificate_pdf bytea,
  add constraint film_board_registrations_one_certificate
    check (certificate_pdf is null or certificate_media_id is null),
  alter column certificate_pdf set storage external;
