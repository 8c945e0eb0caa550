-- What the operator says of itself: shown on the legal pages, which say so plainly where a fact is missing.
create table operator_facts (
  name text collate "C" primary key,
  value text not null check (length(value) between 1 and 500),
  changed_at timestamptz not null,
  changed_by uuid not null
);
