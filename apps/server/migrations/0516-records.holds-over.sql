-- When the nightly job found that a hold's time was over, or that nobody confirmed it: triggers have no clock of the
-- program's, and copy until then.
alter table legal_holds add column over_at timestamptz;
