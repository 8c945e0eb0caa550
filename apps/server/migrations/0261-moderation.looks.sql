-- Which staff opened a report, and when: the files of its messages are theirs to see for an hour.
create table report_looks (
  report_id uuid not null references reports on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  seen_at timestamptz not null,
  primary key (report_id, account_id)
);
create index report_looks_by_account on report_looks (account_id, seen_at);
