-- What staff decided about a report: what was done, or why nothing.
alter table reports
  add column outcome text check (length(outcome) between 3 and 500),
  add column decided_at timestamptz,
  add column decided_by uuid references accounts on delete set null;
create index reports_decided on reports (state, decided_at desc, id desc) where state <> 'open';
