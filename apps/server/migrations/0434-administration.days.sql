-- The platform's figures at the end of each Johannesburg day; the row of today is renewed every hour. Null: not
-- measured, on days before the first measurement. Revenue is rand paid less rand given back, in cents.
create table platform_days (
  day date primary key,
  total_users integer not null,
  active_users integer,
  new_signups integer not null,
  total_content integer not null,
  new_content integer not null,
  daily_revenue_cents bigint not null,
  total_revenue_cents bigint not null,
  reported_content integer,
  suspended_users integer,
  requests bigint,
  failed_requests bigint,
  measured_at timestamptz not null
);
