-- Agreeing to a creator's new price is kept like agreeing to a start at once.
alter table consents
  drop constraint consents_kind_check,
  add constraint consents_kind_check check (kind in ('start_now', 'new_price'));
