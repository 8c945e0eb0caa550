-- A side of a call is one page of that person's, under a name the page made up; null until one has said that it is there.
-- A page that somebody has gone on from says nothing into the call any more.
alter table calls
  add column caller_page uuid,
  add column partner_page uuid;
