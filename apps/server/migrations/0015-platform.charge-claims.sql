-- One charge at a time for one thing: whoever wants it while a charge is under way charges under the same key, and so
-- nothing more. The claim goes with the commit that pays, or with a refusal that is final.
create table charge_claims (
  -- Such as `subscription:<subscriber>:<creator>`.
  thing text collate "C" primary key check (length(thing) <= 200),
  key uuid not null,
  claimed_at timestamptz not null default now()
);
