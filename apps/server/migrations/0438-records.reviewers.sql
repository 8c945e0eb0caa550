-- Access of a reviewer of a card scheme, the film board or the police: to chosen things, for a time, read only. Asked
-- for by one member of staff, approved by another. Link and code go separate ways.
create table reviewer_grants (
  id uuid primary key,
  number text collate "C" not null unique check (number ~ '^RV-[0-9]{4}-[0-9]{4,}$'),
  reviewer text not null check (length(reviewer) between 2 and 100),
  organisation text not null check (length(organisation) between 2 and 100),
  email text not null check (length(email) <= 254),
  reason text not null check (length(reason) between 3 and 1000),
  -- From the approval.
  hours smallint not null check (hours between 1 and 336),
  asked_at timestamptz not null,
  asked_by uuid not null,
  approved_at timestamptz,
  approved_by uuid,
  token_hash bytea unique check (octet_length(token_hash) = 32),
  code_hash bytea check (octet_length(code_hash) = 32),
  expires_at timestamptz,
  failed_codes smallint not null default 0,
  ended_at timestamptz,
  ended_by uuid,
  constraint reviewer_grants_by_two check (approved_by <> asked_by),
  constraint reviewer_grants_approved check
    (num_nulls(approved_at, approved_by, token_hash, code_hash, expires_at) in (0, 5))
);

-- What it opens: a takedown case by number, or the report of a period.
create table reviewer_items (
  grant_id uuid not null references reviewer_grants on delete cascade,
  position smallint not null check (position between 1 and 50),
  type text collate "C" not null check (type in ('takedown', 'period')),
  reference text collate "C" not null check (length(reference) between 1 and 40),
  primary key (grant_id, position)
);

-- Each look; position 0 is the list.
create table reviewer_views (
  id uuid primary key,
  grant_id uuid not null references reviewer_grants on delete cascade,
  position smallint not null,
  at timestamptz not null
);
create index reviewer_views_by_grant on reviewer_views (grant_id, at desc);

insert into retention_rules (id, position, mode, days, basis, worker) values
  ('reviewer', 31, 'job', 1826, 'Five years from its end, to show who saw what', null);
