-- Each report has a class, by which the time to decide it is counted, and when staff first looked at it. The defaults are
-- for a program of the release before, which knows neither.
alter table reports
  add column class text collate "C" not null default 'other'
    check (class in ('minor', 'image', 'threat', 'impersonation', 'other')),
  add column due_at timestamptz not null default now() + interval '72 hours',
  add column first_viewed_at timestamptz;
update reports set
  class = case reason when 'underage' then 'minor' when 'non_consensual' then 'image' when 'harassment' then 'threat'
    when 'violence' then 'threat' when 'fake_profile' then 'impersonation' else 'other' end,
  first_viewed_at = coalesce((select min(viewed_at) from report_views where report_id = reports.id), decided_at);
update reports set due_at = created_at + case class when 'minor' then interval '1 hour' when 'image' then interval '24 hours'
  when 'threat' then interval '4 hours' when 'impersonation' then interval '48 hours' else interval '72 hours' end;
drop index reports_open;
create index reports_due on reports (due_at, id) where state = 'open';
create index reports_due_of_class on reports (class, due_at, id) where state = 'open';
