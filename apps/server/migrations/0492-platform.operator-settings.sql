-- What an operator changed while the site runs. A setting without a row has its initial value, which the contract names.
create table operator_settings (
  name text collate "C" primary key,
  value jsonb not null,
  -- The value before the last change; null once that was taken back.
  previous jsonb,
  version integer not null check (version > 0),
  changed_by uuid not null,
  changed_at timestamptz not null
);
